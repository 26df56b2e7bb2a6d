/**
 * A hundred photos of 4 MB, one after the other, whole and in parts as devices send them: how much memory does the server take at most? It
 * runs with the allocator's setting of the systemd unit and of the container, and once more without.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { PHOTOS_MAX } from '../../../schemas/images/photo-limits.ts';
import { makeCircle } from '../circle.ts';
import { startKithHost } from '../kith-host.ts';
import { forgetPeak, peakBytes } from '../process-usage.ts';
import { inSequence, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { spread } from '../statistics.ts';
import type { WireClient } from '../wire-client.ts';
import { newPost } from '../writes.ts';
import { drawnPhoto } from './drawn-photo.ts';

const PHOTOS = sizeOf(100, 12);
const DIFFERENT = 3;
/** Of phones: 12 megapixels. The row gives them the size in which they are stored. */
const TAKEN = { width: 4032, height: 3024 };
const NAMED = { width: 2048, height: 1536, thumbhash: '', alt: '' };
const PART_BYTES = 256 * 1024;
/** With what it takes before any photo, that is a third of the 1 GB that the guide says is enough, beside Postgres. */
const MOST_MB = 200;

const circle = makeCircle({ friends: 1, postsEach: 5, commentsPerPost: 0 }, Date.now());
const author = circle.members[0]?.id ?? '';
const unit = readFileSync(join(import.meta.dirname, '../../../deploy/kith.service'), 'utf8');
const [, arenas] = /^Environment=MALLOC_ARENA_MAX=(\d+)$/m.exec(unit) ?? [];

let photos: readonly Buffer[];
beforeAll(async () => {
  let nth = 0;
  photos = await inSequence(DIFFERENT, () => drawnPhoto(TAKEN, nth++));
});

type Send = (client: WireClient, id: string, bytes: Buffer) => Promise<void>;
const whole: Send = (client, id, bytes) => client.sendImage(id, bytes);
const inParts: Send = async (client, id, bytes) => {
  for (let start = 0; start < bytes.byteLength; start += PART_BYTES) await client.sendPart(id, bytes, start, start + PART_BYTES);
};

/** Posts that name so many photos, and then their bytes. Resolves to the milliseconds of each. */
async function sendAll(client: WireClient, count: number, send: Send): Promise<number[]> {
  const times: number[] = [];
  for (let from = 0; from < count; from += PHOTOS_MAX) {
    const named = Array.from({ length: Math.min(PHOTOS_MAX, count - from) }, () => ({ ...NAMED, id: uuid() }));
    const { document, ...change } = newPost(author);
    await client.push([{ ...change, document: { ...document, photos: named } }]);
    for (const { id } of named) {
      const begun = performance.now();
      await send(client, id, photos[times.length % DIFFERENT] as Buffer);
      times.push(performance.now() - begun);
    }
  }
  return times;
}

/** The most memory of a new server before and while it receives photos, in the two halves of the time, in megabytes. */
async function receive(send: Send, env: Readonly<Record<string, string>> = {}) {
  const kith = await startKithHost((sql) => seedCircle(sql, circle), { env });
  try {
    const [client] = await kith.clients([author]);
    if (!client) throw new Error('one is needed');
    const times: number[] = [];
    const peakOf = async (count: number) => {
      forgetPeak(kith.pid);
      if (count > 0) times.push(...(await sendAll(client, count, send)));
      return peakBytes(kith.pid) / 1e6;
    };
    const before = await peakOf(0);
    const early = await peakOf(PHOTOS / 2);
    const late = await peakOf(PHOTOS / 2);
    const [stored] = await kith.sql<{ count: number }[]>`select count(*)::int as count from images where stored_at is not null`;
    expect(stored?.count).toBe(PHOTOS);
    return { before, early, late, growth: Math.max(early, late) - before, times };
  } finally {
    await kith.stop();
  }
}

test('photos one after the other', async (context) => {
  const setting = arenas === undefined ? {} : { MALLOC_ARENA_MAX: arenas };
  const [ours, parts, plain] = [await receive(whole, setting), await receive(inParts, setting), await receive(inParts)];
  const megabytes = (photos.reduce((sum, { byteLength }) => sum + byteLength, 0) / DIFFERENT / 1e6).toFixed(1);
  const must = { atMost: MOST_MB, times: 'itself' } as const;
  report(
    context,
    { work: 'memory of the server before any photo', unit: 'MB', ours: ours.before },
    { work: `${PHOTOS} photos of ${megabytes} MB one after the other: more than that, at most`, unit: 'MB', ours: ours.growth, must },
    {
      work: 'the same, in parts of 256 kB',
      unit: 'MB',
      ours: parts.growth,
      floor: plain.growth,
      floorName: 'as the allocator is by itself',
      must,
    },
    {
      work: 'the same: the second half of them',
      unit: 'MB',
      ours: parts.late,
      floor: parts.early,
      floorName: 'the first half',
      must: { atMost: 1.1 },
    },
    { work: 'the same: a photo, sent → answered', unit: 'ms', ours: spread(ours.times) },
  );
});
