/**
 * The clock of a device may be wrong, and may be changed at any moment. Page and worker show and decide by the server's time
 * (`workers/device/server-clock.ts`). They measure durations by `performance.now()`, which nobody can set.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Where the code reads the clock of the device anyway, and why that is right. */
const allowed: Readonly<Record<string, string>> = {
  'workers/device/server-clock.ts': 'this is where it is put right',
  'workers/device/session/session.ts': 'beside the timer, for the time that a device slept',
  'src/features/posts/feed/use-feed-news.ts':
    'for how long a page was hidden, a sleep of the device included; a wrong one holds posts back, or does not',
  'src/features/push/use-state-line.ts': 'beside the time of the last notice, which the worker noted by the same clock',
  'src/shell/start/open-on-press.tsx': 'beside the time of the press, which the worker noted by the same clock',
  'workers/service-worker/push/press-notice.ts': 'the same',
  'workers/service-worker/push/receive-push.ts': 'for the time of the last notice, beside the same clock',
  'src/shell/errors/error-screen.tsx': 'for its member to compare with their own clock',
  'src/shell/start/install-prompt.ts': 'days, kept for a visitor too; wherever it is set to, it asks again in time',
  'src/shell/versions/reload-once.ts': 'kept over a reload, before there is a store; one that was set back does not forbid anything',
  'src/shell/errors/report-error.ts': 'the same',
  'src/shell/bars/use-trail.ts': 'nothing is decided by it',
  'workers/replication/up/refused-writes.ts': 'nothing is decided by it',
  'workers/replication/down/stream.ts':
    'beside a clock that nobody sets, for the time that a device slept; a wrong one opens a stream anew',
};

test('page and worker read the clock of the device only where that is right', async () => {
  const asking: string[] = [];
  for (const tree of ['src', 'schemas', 'workers']) {
    for (const path of await readdir(tree, { recursive: true })) {
      const file = join(tree, path);
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      if (/\bDate\.now\b|\bnew Date\(\)/.test(await readFile(file, 'utf8'))) asking.push(file);
    }
  }
  expect(asking.sort()).toEqual(Object.keys(allowed).sort());
});
