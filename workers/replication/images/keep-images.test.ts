import 'fake-indexeddb/auto';
import { v7 as uuid } from 'uuid';
import { expect, vi } from 'vitest';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { type ImageStore, openImageStore } from '../../device/image-store.ts';
import { OUTBOX_ID, type Outbox } from '../../device/outbox.ts';
import type { ImageOutcome, ImageServer } from './image-server.ts';
import { keepImages } from './keep-images.ts';

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

const test = storeTest
  .extend('collections', (): readonly CollectionName[] => ['profiles'])
  /** The images on the server, and the requests that it received. */
  .extend('server', () => {
    const there = new Map<string, ArrayBuffer>();
    const asked: string[] = [];
    const answers: { send: ImageOutcome<null> } = { send: { kind: 'done', body: null } };
    const server: ImageServer = {
      async read(id) {
        asked.push(`read ${id}`);
        const body = there.get(id);
        return body ? { kind: 'done', body } : { kind: 'none' };
      },
      async send(id, bytes) {
        asked.push(`send ${id}`);
        if (answers.send.kind === 'done') there.set(id, bytes);
        return answers.send;
      },
    };
    return { ...server, there, asked, answers };
  })
  /** the images on this device, as a page sees them */
  .extend('images', async ({ userId }, { onCleanup }): Promise<ImageStore> => {
    const images = openImageStore(userId);
    onCleanup(() => images.close());
    return images;
  })
  .extend('keep', async ({ store, server, userId }, { onCleanup }) => {
    return () => {
      const kept = keepImages({ userId, database: store.database, server, now: Date.now, onNoDiskSpace: () => {} });
      onCleanup(() => kept.close());
      return kept;
    };
  })
  .extend('profile', ({ store }) => async (id: string, image: string | null) => {
    const row = { id, name: 'Ana', bio: '', location: '', interests: [], created_at: '2026-01-01T00:00:00.000Z' };
    await store.storeRow('profiles', { ...row, profile_image_url: image === null ? null : imageUrl(image) });
    const held = await store.collections.profiles.findOne(id).exec();
    if (!held) throw new Error('the row is not held');
    return held;
  });

const text = async (images: ImageStore, id: string) => {
  const bytes = await images.bytes(id);
  return bytes && new TextDecoder().decode(bytes);
};

test('an image named by a stored row is stored, and deleted with the row', async ({ images, keep, profile, server }) => {
  const image = uuid();
  server.there.set(image, bytesOf('a face'));
  const row = await profile(uuid(), image);
  keep();
  await expect.poll(() => text(images, image)).toBe('a face');
  await row.remove();
  await expect.poll(() => images.list()).toEqual([]);
});

test('a missing image is requested again, at growing intervals, and at once when somebody looks', async ({
  images,
  keep,
  profile,
  server,
}) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const image = uuid();
    await profile(uuid(), image);
    const kept = keep();
    const asked = () => server.asked.length;
    for (const [passed, times] of [
      [0, 1],
      [2_100, 2],
      [3_000, 2],
      [1_200, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(passed);
      await vi.waitFor(() => expect(asked()).toBe(times));
    }
    server.there.set(image, bytesOf('a face'));
    kept.wake();
    await vi.waitFor(async () => expect(await text(images, image)).toBe('a face'));
  } finally {
    vi.useRealTimers();
  }
});

test('an image chosen here stays until it is sent, and waits for the row that names it', async ({
  images,
  keep,
  profile,
  server,
  userId,
}) => {
  const image = uuid();
  await images.put({ id: image, unsent: true, at: Date.now() }, bytesOf('my face'));
  keep();
  const row = await profile(userId, null);
  await row.incrementalPatch({ profile_image_url: imageUrl(image), unsent: 1 });
  // Once another image was fetched, the worker has also checked what to send.
  const other = uuid();
  server.there.set(other, bytesOf('another face'));
  await profile(uuid(), other);
  await expect.poll(() => text(images, other)).toBe('another face');
  expect([server.asked, await text(images, image)]).toEqual([[`read ${other}`], 'my face']);
  await row.incrementalPatch({ unsent: 0 });
  await expect.poll(async () => (await images.list()).find(({ id }) => id === image)).toMatchObject({ unsent: false });
  expect(server.asked).toEqual([`read ${other}`, `send ${image}`]);
});

test('an image that no row names is deleted after a day, not before', async ({ images, keep, profile }) => {
  const [old, young] = [uuid(), uuid()];
  await images.put({ id: old, unsent: true, at: Date.now() - 25 * 60 * 60_000 }, bytesOf('old'));
  await images.put({ id: young, unsent: true, at: Date.now() }, bytesOf('young'));
  await profile(uuid(), null);
  keep();
  await expect.poll(async () => (await images.list()).map(({ id }) => id)).toEqual([young]);
});

test('an image that the server will never accept is a refused write, and the row names none any more', async ({
  images,
  keep,
  profile,
  server,
  store,
  userId,
}) => {
  const image = uuid();
  server.answers.send = { kind: 'refused', code: 'IMAGE_DAMAGED' };
  await images.put({ id: image, unsent: true, at: Date.now() }, bytesOf('no face'));
  const { write_id } = await profile(userId, image);
  keep();
  await expect.poll(() => images.list()).toEqual([]);
  const row = await store.collections.profiles.findOne(userId).exec();
  expect(row?.toJSON()).toMatchObject({ profile_image_url: null, unsent: 1, assumed: [write_id] });
  const outbox = await store.database.getLocal<Outbox>(OUTBOX_ID);
  expect(outbox?.toJSON().data).toMatchObject({ entries: [{ collection: 'profiles', code: 'IMAGE_DAMAGED', write_id }] });
});

test('an image is kept for another attempt when the connection breaks', async ({ images, keep, profile, server, userId }) => {
  const image = uuid();
  server.answers.send = { kind: 'lost', retryAfterMs: 0 };
  await images.put({ id: image, unsent: true, at: Date.now() }, bytesOf('my face'));
  await profile(userId, image);
  keep();
  await expect.poll(() => server.asked.length).toBeGreaterThan(0);
  expect(await images.list()).toMatchObject([{ id: image, unsent: true }]);
  server.answers.send = { kind: 'done', body: null };
  await expect.poll(() => images.list(), { timeout: 5000 }).toMatchObject([{ id: image, unsent: false }]);
});
