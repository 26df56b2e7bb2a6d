import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { test as base, expect } from 'vitest';

const MB = 1_000_000;
const HUGE = 600 * MB;

const test = base.extend('directory', async ({ task: _ }, { onCleanup }) => {
  const made = await mkdtemp(join(tmpdir(), 'kith-huge-'));
  onCleanup(() => rm(made, { recursive: true }));
  return made;
});

/** An archive whose first entry has `HUGE` bytes, which pack to almost nothing. */
async function writeHuge(path: string): Promise<void> {
  const archive = pack();
  const entry = archive.entry({ name: 'tables/posts/000001.copy', size: HUGE });
  const zeros = Buffer.alloc(MB);
  const filling = pipeline(
    Readable.from(
      (function* () {
        for (let written = 0; written < HUGE; written += MB) yield zeros;
      })(),
    ),
    entry,
  ).then(() => archive.finalize());
  await Promise.all([filling, pipeline(Readable.from(archive), createGzip({ level: 1 }), createWriteStream(path))]);
}

/** Reads the backup in a process of its own. Returns what it says, and the most memory that it took. */
async function readAlone(path: string): Promise<{ readonly message: string; readonly peakBytes: number }> {
  const module = resolve(import.meta.dirname, 'read-backup.ts');
  const code = `import(${JSON.stringify(module)}).then(({ checkBackup }) => checkBackup(${JSON.stringify(path)}, null)).catch((error) =>
    console.log(JSON.stringify({ message: error.message, peakBytes: process.resourceUsage().maxRSS * 1024 })));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', code]);
  return JSON.parse(stdout);
}

test('a small backup that unpacks to gigabytes is refused in little memory', async ({ directory }) => {
  const path = join(directory, 'huge.backup');
  await writeHuge(path);
  const { message, peakBytes } = await readAlone(path);
  expect(message).toContain('is damaged: a part of it has more than 64 MB');
  expect(peakBytes).toBeLessThan(400 * MB);
});
