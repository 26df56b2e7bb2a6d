/**
 * Runs before every test file: stores where the reporters find them the times of the set-up and which process ran the file, and keeps the
 * logs of a test that failed.
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { forgetLogs, writeLogs } from './artefacts.ts';
import { type SetUpTimes, takeSetUpTimes } from './set-up-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    setUp?: SetUpTimes;
    /** the process that ran the file, and from when on, in milliseconds since 1970 */
    worker?: { readonly pid: number; readonly since: number };
  }
}

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures a hook wants
beforeAll(({}, file) => {
  file.meta.worker = { pid: process.pid, since: Date.now() };
});
afterEach(({ task }) => {
  task.meta.setUp = takeSetUpTimes();
  writeLogs(task);
});
// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures a hook wants
afterAll(({}, file) => {
  file.meta.setUp = takeSetUpTimes();
  forgetLogs();
});
