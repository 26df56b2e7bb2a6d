import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, vi } from 'vitest';
import { test } from '../../../tests/support/fixtures/images.ts';
import { drawOf } from '../../../tests/support/seed.ts';
import { forgetFailedPhotos, readFailedPhotos } from '../../device/pending/failed-photos.ts';
import type { KeptImages } from './keep-images.ts';

const KB = 1024;

const photo = (bytes: number): ArrayBuffer => new Uint8Array(randomBytes(bytes)).buffer;
const same = (a: ArrayBuffer | undefined, b: ArrayBuffer): boolean => a !== undefined && Buffer.from(a).equals(Buffer.from(b));

/** Ends the waits between attempts, as somebody who looks does. */
function again<T>(kept: KeptImages, seen: T): T {
  kept.wake();
  return seen;
}

test('an image is sent in parts, the first one small, and each byte once', async ({ chosenFor, images, keep, server }) => {
  const [key, bytes] = [uuid(), photo(300 * KB)];
  await chosenFor(key, bytes);
  keep();
  await expect.poll(() => images.list()).toMatchObject([{ key, state: 'sent' }]);
  expect(same(server.there.get(key), bytes)).toBe(true);
  expect(server.asked.filter((one) => one.startsWith('ask'))).toHaveLength(1);
  expect(server.ranges[0]).toMatchObject({ start: 0, end: 16 * KB, total: 300 * KB });
  expect(server.ranges.map(({ end }) => end)).toEqual([...server.ranges.slice(1).map(({ start }) => start), 300 * KB]);
});

test('[R-63] after a restart, another offset, a lost part or a lost answer it goes on from what the server has', async ({
  chosenFor,
  images,
  keep,
  server,
}) => {
  const [key, bytes] = [uuid(), photo(400 * KB)];
  await chosenFor(key, bytes);
  const random = drawOf('faults of an upload');
  let faults = 0;
  server.onSend = (_, range) => {
    if (random() < 0.5 || ++faults > 20) return undefined;
    const kind = Math.floor(random() * 4);
    // The server forgot the parts: a day has passed, or it was restored.
    if (kind === 0) server.arrived.delete(key);
    if (kind === 1) server.arrived.set(key, [...(server.arrived.get(key) ?? []), bytes.slice(range.start, range.end)]);
    // The part, or its answer, was lost; a proxy says that the address is locked; no row names it there at the moment.
    return kind < 2 && random() < 0.5 ? undefined : random() < 0.5 ? { kind: 'lost', retryAfterMs: 0 } : { kind: 'none' };
  };
  let kept = keep();
  for (let restarts = 0; restarts < 5; restarts += 1) {
    const sent = server.ranges.length;
    await expect.poll(() => again(kept, server.ranges.length > sent || server.there.has(key))).toBe(true);
    await kept.close();
    kept = keep();
  }
  await expect.poll(() => again(kept, images.list())).toMatchObject([{ key, state: 'sent' }]);
  expect(faults).toBeGreaterThan(0);
  expect(same(server.there.get(key), bytes)).toBe(true);
});

test('a lost answer costs a question and no part', async ({ chosenFor, images, keep, server }) => {
  const [key, bytes] = [uuid(), photo(100 * KB)];
  await chosenFor(key, bytes);
  let lost = 0;
  server.onSend = (_, { start, end, total }) => {
    if (end === total) return undefined;
    lost += 1;
    server.arrived.set(key, [...(server.arrived.get(key) ?? []), bytes.slice(start, end)]);
    return { kind: 'lost', retryAfterMs: 0 };
  };
  const kept = keep();
  await expect.poll(() => again(kept, images.list())).toMatchObject([{ state: 'sent' }]);
  expect(lost).toBeGreaterThan(0);
  expect(server.ranges.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(100 * KB);
  expect(same(server.there.get(key), bytes)).toBe(true);
});

test('a server that never has more than before is not asked without end', async ({ chosenFor, keep, server }) => {
  const key = uuid();
  await chosenFor(key, photo(100 * KB));
  server.onSend = () => ({ kind: 'done', body: 0 });
  // The next attempt would be two seconds later.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  keep();
  await expect.poll(() => timers.mock.calls.some(([, ms = 0]) => ms > 200)).toBe(true);
  expect(server.ranges.length).toBeLessThan(10);
});

test('[R-56] a photo that is lost or refused holds up no other, and stays with its row until its author acts', async ({
  chosenFor,
  images,
  keep,
  server,
  store,
  tab,
}) => {
  const [failing, refused, fine] = [uuid(), uuid(), uuid()];
  const bytes = photo(50 * KB);
  await chosenFor(fine, photo(50 * KB));
  const row = await chosenFor(refused, bytes);
  await chosenFor(failing, photo(50 * KB));
  server.onSend = (key) =>
    key === failing ? { kind: 'lost', retryAfterMs: 60_000 } : key === refused ? { kind: 'refused', code: 'IMAGE_SIZE' } : undefined;
  const kept = keep();
  await expect.poll(() => server.there.has(fine)).toBe(true);
  await expect
    .poll(async () => (await images.list()).map(({ key, state }) => [key, state]).sort())
    .toEqual(
      [
        [failing, 'waiting'],
        [fine, 'sent'],
        [refused, 'waiting'],
      ].sort(),
    );
  expect(server.ranges.filter(({ key }) => key === failing)).toHaveLength(1);
  const failed = () => readFailedPhotos(store.database);
  await expect.poll(failed).toEqual([{ id: refused, rowId: row.id, code: 'IMAGE_SIZE' }]);
  expect((await store.collections.posts.findOne(row.id).exec())?.toJSON()).toMatchObject({ photos: [{ id: refused }], pending: 0 });

  // Nothing but its author makes it go on: not somebody who looks, and not a restart.
  server.onSend = (key) => (key === failing ? { kind: 'lost', retryAfterMs: 60_000 } : undefined);
  kept.wake();
  await expect.poll(() => server.ranges.filter(({ key }) => key === failing)).toHaveLength(2);
  await kept.close();
  const again = keep();
  await expect.poll(() => server.ranges.filter(({ key }) => key === failing)).toHaveLength(3);
  expect([await failed(), server.ranges.filter(({ key }) => key === refused)]).toMatchObject([[{ id: refused }], [{ start: 0 }]]);
  expect(await again.hasWaiting()).toBe(true);
  await forgetFailedPhotos(store.database, [refused]);
  tab().say({ type: 'kept' });
  await expect.poll(() => same(server.there.get(refused), bytes)).toBe(true);
  expect(await failed()).toEqual([]);
});

test('[R-64] a photo that the server fails at again and again has failed, and the others do not wait for it', async ({
  chosenFor,
  images,
  keep,
  server,
  store,
}) => {
  const [fine, hopeless] = [uuid(), uuid()];
  await chosenFor(fine, photo(50 * KB));
  const row = await chosenFor(hopeless, photo(50 * KB));
  let failures = 0;
  server.onSend = (key) => {
    if (key !== hopeless) return undefined;
    failures += 1;
    // In between it is not reached: that says nothing of the photo, and the server is asked as often again.
    return failures === 5 ? { kind: 'lost', retryAfterMs: 0 } : { kind: 'lost', retryAfterMs: 0, atServer: true };
  };
  const kept = keep();
  await expect.poll(() => server.there.has(fine)).toBe(true);
  expect(failures).toBe(1);
  const failed = () => readFailedPhotos(store.database);
  await expect.poll(async () => again(kept, await failed())).toEqual([{ id: hopeless, rowId: row.id, code: 'INTERNAL' }]);
  expect(failures).toBe(13);
  expect(await images.list()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ key: hopeless, state: 'waiting' })]) as unknown as object[],
  );
});

test('[R-55] the row that was written last comes first, also while an older one is being sent', async ({ chosenFor, keep, server }) => {
  const [old, older, young] = [uuid(), uuid(), uuid()];
  await chosenFor(older, photo(50 * KB));
  await chosenFor(old, photo(50 * KB));
  let done = () => {};
  server.onSend = async (_, { start }) => {
    if (start > 0) return undefined;
    server.onSend = () => undefined;
    await new Promise<void>((resolve) => {
      done = resolve;
    });
    return undefined;
  };
  keep();
  await expect.poll(() => server.ranges.length).toBe(1);
  await chosenFor(young, photo(50 * KB));
  await expect.poll(() => server.asked.length).toBe(2);
  done();
  await expect.poll(() => server.there.size).toBe(3);
  const order = server.ranges.map(({ key }) => key).filter((key, at, all) => key !== all[at - 1]);
  expect(order).toEqual([old, young, old, older]);
});

test('[R-55] no part and no fetch begins while a row waits', async ({ chosenFor, keep, profile, rows, server }) => {
  const [key, face] = [uuid(), uuid()];
  await chosenFor(key, photo(100 * KB));
  server.onSend = (_, { start }) => {
    if (start === 0) rows.wait = true;
    return undefined;
  };
  const kept = keep();
  await expect.poll(() => server.arrived.get(key)?.length).toBe(1);
  await profile(uuid(), face);
  server.there.set(face, photo(KB));
  kept.arrived([face]);
  // Whatever was free to go would have gone by now: the worker has looked at the new row.
  await expect.poll(() => kept.hasWaiting()).toBe(true);
  expect([server.ranges.length, server.asked.filter((one) => one.startsWith('read'))]).toEqual([1, []]);
  rows.wait = false;
  kept.rowsMoved();
  await expect.poll(() => server.there.has(key)).toBe(true);
  await expect.poll(() => server.asked).toContain(`read ${face}`);
});

test('[R-64] an image that its row no longer names stops in the middle of a part', async ({ chosenFor, images, keep, server }) => {
  const key = uuid();
  const row = await chosenFor(key, photo(100 * KB));
  let aborted = 0;
  server.onSend = (_, { start }, signal) => {
    if (start === 0) return undefined;
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        aborted = performance.now();
        resolve({ kind: 'lost', retryAfterMs: 0 });
      }),
    );
  };
  keep();
  await expect.poll(() => server.ranges.length).toBe(2);
  const removed = performance.now();
  await row.incrementalPatch({ photos: [], content: 'none', pending: 1, write_id: uuid() });
  await expect.poll(() => aborted).toBeGreaterThan(0);
  expect(aborted - removed).toBeLessThan(1_000);
  expect(server.asked.length).toBe(3);
  // Until the member has surely moved on, the bytes stay.
  expect(await images.list()).toMatchObject([{ key, state: 'waiting' }]);
});

test('the bytes of an image stay while a row names it, whatever the server answers', async ({ chosenFor, images, keep, server }) => {
  const [key, bytes] = [uuid(), photo(40 * KB)];
  await chosenFor(key, bytes);
  server.onAsk = () => ({ kind: 'none' });
  const kept = keep();
  await expect.poll(() => again(kept, server.asked.length)).toBeGreaterThan(5);
  expect(same(await images.bytes(key), bytes)).toBe(true);
  server.onAsk = () => undefined;
  await expect.poll(() => again(kept, server.there.has(key))).toBe(true);
});

test('[R-56] a failed photo that its row names no more is forgotten, and holds nothing open', async ({
  chosenFor,
  keep,
  server,
  store,
}) => {
  const key = uuid();
  const row = await chosenFor(key, photo(20 * KB));
  server.onSend = () => ({ kind: 'refused', code: 'IMAGE_SIZE' });
  const kept = keep();
  await expect.poll(() => readFailedPhotos(store.database)).toHaveLength(1);
  expect(await kept.hasWaiting()).toBe(false);
  await row.incrementalPatch({ photos: [], content: 'none', pending: 1, write_id: uuid() });
  await expect.poll(() => readFailedPhotos(store.database)).toEqual([]);
});

test('pages learn which image is being sent', async ({ chosenFor, keep, server, tab }) => {
  const key = uuid();
  await chosenFor(key, photo(10 * KB));
  let done = () => {};
  server.onSend = async () => {
    await new Promise<void>((resolve) => {
      done = resolve;
    });
    return undefined;
  };
  const [early, late] = [tab(), tab()];
  keep();
  await expect.poll(() => early.heard).toContainEqual({ type: 'sending', id: key });
  late.heard.length = 0;
  late.say({ type: 'ask' });
  await expect.poll(() => late.heard).toContainEqual({ type: 'sending', id: key });
  done();
  await expect.poll(() => early.heard.at(-1)).toEqual({ type: 'sending', id: null });
});
