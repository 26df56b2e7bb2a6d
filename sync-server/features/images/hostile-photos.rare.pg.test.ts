/** A thousand hostile files as photos, whole and in parts, and what they cost the built server, in a process of its own. */
import { readFileSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { deployedFile } from '../../../tests/support/deployed-file.ts';
import { test } from '../../../tests/support/fixtures/server.ts';
import { hostileImages } from '../../../tests/support/hostile-images.ts';
import { hostileUploads, waysToSend } from '../../../tests/support/hostile-uploads.ts';
import { startServer } from '../../../tests/support/server.ts';

/** 40 megapixels in memory, the bodies of several uploads, and what the library and the driver keep for themselves. */
const MOST_MEMORY_MB = 350;
const AT_ONCE = 4;
/** As the server is started on a machine of its own. Without it, this machine's cores decide how much memory stays behind. */
const ARENAS = /^Environment=(MALLOC_ARENA_MAX)=(\d+)$/m;

const memoryMb = (pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('a thousand hostile files, whole and in parts: each is refused in words or harmless, in bounded memory', {
  timeout: 1_800_000,
}, async ({ circle, db, server }) => {
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
  if (!ana || !ben) throw new Error('nobody signed up');
  await circle.befriend(ana, ben);
  const [, name = '', arenas = ''] = ARENAS.exec(await deployedFile('kith.service', [])) ?? [];
  const built = await startServer({ on: db, publicUrl: server.url, env: { [name]: arenas } });
  try {
    const before = memoryMb(built.pid(), 'VmRSS');
    const files = (await hostileImages(1000, 20_261_123)).filter(({ bytes }) => bytes.length > 0);
    const left = files.flatMap((file) => waysToSend.map((way) => ({ file, way }))).reverse();
    const counts = new Map<string, number>();
    const sendAll = async () => {
      const uploads = hostileUploads({ url: built.url, author: ana.client, reader: ben.client });
      for (let next = left.pop(); next; next = left.pop()) {
        const outcome = (await uploads.send(next.file, next.way)) ?? 'stored';
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    const most = memoryMb(built.pid(), 'VmHWM');
    console.log(
      `memory of the server: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; ${JSON.stringify(Object.fromEntries(counts))}`,
    );
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(files.length * waysToSend.length);
    expect(counts.get('stored')).toBeGreaterThan(100);
    expect(counts.get('IMAGE_DAMAGED')).toBeGreaterThan(500);
    expect(most - before).toBeLessThan(MOST_MEMORY_MB);
    expect(await db.sql`select from image_parts`).toHaveLength(0);
  } finally {
    await built.stop();
  }
});
