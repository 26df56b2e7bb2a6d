/** A hundred photos of 4 MB, one after the other, whole and in parts as devices send them: how much memory does the server take at most? */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHOTOS_MAX } from '../../../schemas/images/photo-limits.ts';
import { makeCircle } from '../circle.ts';
import { type KithHost, startKithHost } from '../kith-host.ts';
import { forgetPeak, peakBytes } from '../process-usage.ts';
import { sizeOf } from '../rounds.ts';
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

const circle = makeCircle({ friends: 1, postsEach: 5, commentsPerPost: 0 }, Date.now());
const author = circle.members[0]?.id ?? '';

let kith: KithHost;
let client: WireClient;
let photos: readonly Buffer[];
beforeAll(async () => {
  const drawn: Buffer[] = [];
  for (let nth = 0; nth < DIFFERENT; nth += 1) drawn.push(await drawnPhoto(TAKEN, nth));
  photos = drawn;
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  const [made] = await kith.clients([author]);
  if (!made) throw new Error('one is needed');
  client = made;
});
afterAll(async () => {
  await kith?.stop();
});

type Send = (id: string, bytes: Buffer) => Promise<void>;

/** Posts that name so many photos, and then their bytes. Resolves to the milliseconds of each. */
async function sendAll(count: number, send: Send): Promise<number[]> {
  const times: number[] = [];
  for (let from = 0; from < count; from += PHOTOS_MAX) {
    const named = Array.from({ length: Math.min(PHOTOS_MAX, count - from) }, () => ({ ...NAMED, id: uuid() }));
    const { document, ...change } = newPost(author);
    await client.push([{ ...change, document: { ...document, photos: named } }]);
    for (const { id } of named) {
      const begun = performance.now();
      await send(id, photos[times.length % DIFFERENT] as Buffer);
      times.push(performance.now() - begun);
    }
  }
  return times;
}

/** The most memory of the server while these are sent, in megabytes. */
async function peakWhile(work: () => Promise<unknown>): Promise<number> {
  forgetPeak(kith.pid);
  await work();
  return peakBytes(kith.pid) / 1e6;
}

test('photos one after the other', async (context) => {
  const whole: Send = (id, bytes) => client.sendImage(id, bytes);
  const inParts: Send = async (id, bytes) => {
    for (let start = 0; start < bytes.byteLength; start += PART_BYTES) await client.sendPart(id, bytes, start, start + PART_BYTES);
  };
  const before = await peakWhile(async () => undefined);
  const times: number[] = [];
  const half = Math.ceil(PHOTOS / 2);
  const send = async (count: number, how: Send) => times.push(...(await sendAll(count, how)));
  const early = await peakWhile(() => send(half, whole));
  const late = await peakWhile(() => send(PHOTOS - half, whole));
  const parts = await peakWhile(() => send(PHOTOS, inParts));
  const [stored] = await kith.sql<{ count: number }[]>`select count(*)::int as count from images where stored_at is not null`;
  expect(stored?.count).toBe(2 * PHOTOS);
  const megabytes = (photos.reduce((sum, { byteLength }) => sum + byteLength, 0) / DIFFERENT / 1e6).toFixed(1);
  report(
    context,
    { work: 'memory of the server before any photo', unit: 'MB', ours: before },
    {
      work: `${PHOTOS} photos of ${megabytes} MB, one after the other: more than that, at most`,
      unit: 'MB',
      ours: Math.max(early, late) - before,
    },
    { work: 'the same, in parts of 256 kB', unit: 'MB', ours: parts - before },
    { work: 'the same: the second half of them', unit: 'MB', ours: late, floor: early, floorName: 'the first half', must: { atMost: 1.1 } },
    { work: 'the same: a photo, sent → answered', unit: 'ms', ours: spread(times) },
  );
});
