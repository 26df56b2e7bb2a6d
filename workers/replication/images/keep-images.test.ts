import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, vi } from 'vitest';
import { imageUrl, smallImageKey } from '../../../schemas/images/image.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { writeSetting } from '../../../src/data/store/write-setting.ts';
import { bytesOf, keysIn, postWithPhotos, test } from '../../../tests/support/fixtures/images.ts';
import type { ImageStore } from '../../device/image-store.ts';
import type { Outbox } from '../../device/outbox.ts';
import { OUTBOX_ID } from '../../device/outbox-id.ts';

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
      await vi.waitFor(() => expect(asked()).toBe(times), { timeout: 60_000 });
    }
    server.there.set(image, bytesOf('a face'));
    kept.wake();
    await vi.waitFor(async () => expect(await text(images, image)).toBe('a face'), { timeout: 60_000 });
  } finally {
    vi.useRealTimers();
  }
});

test('an image that arrives on the server is fetched at once, also if it was being requested then', async ({
  images,
  keep,
  profile,
  server,
}) => {
  // It would ask again by itself after two seconds, which never pass here.
  const soon = setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((work: () => void, ms = 0) => (ms < 1_000 ? soon(work, ms) : soon(() => {}, 0))) as typeof setTimeout);
  onTestFinished(() => timers.mockRestore());
  const image = uuid();
  await profile(uuid(), image);
  const kept = keep();
  await expect.poll(() => server.asked).toEqual([`read ${image}`]);
  server.there.set(image, bytesOf('a face'));
  kept.arrived([uuid(), image]);
  await expect.poll(() => text(images, image)).toBe('a face');
  expect(server.asked).toEqual([`read ${image}`, `read ${image}`]);

  const late = uuid();
  server.onRead = () => {
    server.onRead = () => undefined;
    server.there.set(late, bytesOf('a late face'));
    kept.arrived([late]);
    return { kind: 'none' };
  };
  await profile(uuid(), late);
  await expect.poll(() => text(images, late)).toBe('a late face');
});

test('an image chosen here stays until it is sent, and waits for the row that names it', async ({
  images,
  keep,
  profile,
  server,
  userId,
}) => {
  const image = uuid();
  await images.put({ key: image, state: 'waiting', at: Date.now() }, bytesOf('my face'));
  keep();
  const row = await profile(userId, null);
  await row.incrementalPatch({ profile_image_url: imageUrl(image), pending: 1 });
  // Once another image was fetched, the worker has also checked what to send.
  const other = uuid();
  server.there.set(other, bytesOf('another face'));
  await profile(uuid(), other);
  await expect.poll(() => text(images, other)).toBe('another face');
  expect([server.asked, await text(images, image)]).toEqual([[`read ${other}`], 'my face']);
  await row.incrementalPatch({ pending: 0 });
  await expect.poll(async () => (await images.list()).find(({ key }) => key === image)).toMatchObject({ state: 'sent' });
  expect(server.asked).toEqual([`read ${other}`, `ask ${image}`, `send ${image}`]);
});

test('a chosen photo stays in both sizes until its page lets it go, unless a row names it', async ({ images, keep, profile, tab }) => {
  const [draft, gone, named] = [uuid(), uuid(), uuid()];
  for (const id of [draft, gone, named]) await images.put({ key: id, state: 'waiting', at: 0 }, bytesOf('large'));
  for (const id of [draft, gone]) await images.put({ key: smallImageKey(id), state: 'held', at: 0 }, bytesOf('small'));
  await images.put({ key: uuid(), state: 'held', at: 0 }, bytesOf('of a row that has gone'));
  await (await profile(uuid(), named)).incrementalPatch({ pending: 1 });
  keep();
  tab().letGo([gone, named]);
  const left = [draft, smallImageKey(draft), named].sort();
  await expect.poll(async () => (await images.list()).map(({ key }) => key)).toEqual(left);
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
  server.onSend = () => ({ kind: 'refused', code: 'IMAGE_DAMAGED' });
  await images.put({ key: image, state: 'waiting', at: Date.now() }, bytesOf('no face'));
  const { write_id } = await profile(userId, image);
  keep();
  await expect.poll(() => images.list()).toEqual([]);
  const row = await store.collections.profiles.findOne(userId).exec();
  expect(row?.toJSON()).toMatchObject({ profile_image_url: null, pending: 1, assumed: [write_id] });
  const outbox = await store.database.getLocal<Outbox>(OUTBOX_ID);
  expect(outbox?.toJSON().data).toMatchObject({ entries: [{ collection: 'profiles', code: 'IMAGE_DAMAGED', write_id }] });
});

test('an image is kept for another attempt when the connection breaks', async ({ images, keep, profile, server, userId }) => {
  const image = uuid();
  server.onSend = () => ({ kind: 'lost', retryAfterMs: 0 });
  await images.put({ key: image, state: 'waiting', at: Date.now() }, bytesOf('my face'));
  await profile(userId, image);
  const kept = keep();
  await expect.poll(() => server.asked.length).toBeGreaterThan(1);
  expect(await images.list()).toMatchObject([{ key: image, state: 'waiting' }]);
  server.onSend = () => undefined;
  kept.wake();
  await expect.poll(() => images.list()).toMatchObject([{ key: image, state: 'sent' }]);
});

test('an image that no row names is handed to the tabs that show it, fetched once, and stored nowhere', async ({
  images,
  keep,
  server,
  tab,
}) => {
  const image = uuid();
  server.there.set(image, bytesOf('a face'));
  const [one, other] = [tab(), tab()];
  keep();
  for (const { heard } of [one, other]) await expect.poll(() => heard).toContainEqual({ type: 'ready' });
  one.want(image);
  other.want(image);
  for (const { heard } of [one, other]) {
    await expect.poll(() => heard.find(({ type }) => type === 'handed')).toEqual({ type: 'handed', key: image, bytes: bytesOf('a face') });
  }
  expect([server.asked, await images.list()]).toEqual([[`read ${image}`], []]);
});

test('an image that a page shows and that a row names is stored, once, and the page learns that it is there', async ({
  images,
  keep,
  profile,
  server,
  tab,
}) => {
  const image = uuid();
  server.there.set(image, bytesOf('a face'));
  const { heard, want } = tab();
  await profile(uuid(), image);
  keep();
  await expect.poll(() => heard).toContainEqual({ type: 'ready' });
  want(image);
  await expect.poll(() => text(images, image)).toBe('a face');
  want(image);
  await expect.poll(() => heard.filter(({ type }) => type === 'held').length).toBeGreaterThan(1);
  expect([server.asked, heard.some(({ type }) => type === 'handed')]).toEqual([[`read ${image}`], false]);
});

test('an image that is wanted while none is there is fetched when a page asks again; somebody who looks makes pages ask', async ({
  keep,
  server,
  tab,
}) => {
  const image = uuid();
  const { heard, want } = tab();
  const kept = keep();
  await expect.poll(() => heard).toContainEqual({ type: 'ready' });
  want(image);
  await expect.poll(() => server.asked).toEqual([`read ${image}`]);
  server.there.set(image, bytesOf('a face'));
  kept.wake();
  await expect.poll(() => heard.filter(({ type }) => type === 'ready')).toHaveLength(2);
  want(image);
  await expect.poll(() => heard.some(({ type }) => type === 'handed')).toBe(true);
});

test('without disk space for an image the page gets it all the same', async ({ keep, profile, server, tab }) => {
  const image = uuid();
  server.there.set(image, bytesOf('a face'));
  const { heard, want } = tab();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  try {
    await profile(uuid(), image);
    server.onRead = () => {
      // A page asks while it is being fetched.
      want(image);
      return undefined;
    };
    keep();
    want(image);
    await expect.poll(() => heard.find(({ type }) => type === 'handed')).toMatchObject({ key: image });
  } finally {
    put.mockRestore();
  }
});

test('a device holds a tenth of what its browser gives it: the rest is fetched when somebody looks, and then the oldest goes', async ({
  images,
  keep,
  profile,
  server,
  tab,
}) => {
  const KB = 1024;
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 10_000 * KB }) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const faces = Array.from({ length: 16 }, () => uuid());
  for (const face of faces) {
    server.there.set(face, new ArrayBuffer(80 * KB));
    await profile(uuid(), face);
  }
  const waiting = uuid();
  await images.put({ key: waiting, state: 'waiting', at: 0 }, new ArrayBuffer(5_000 * KB));
  keep();
  const held = async () => (await images.list()).filter(({ key }) => key !== waiting);
  // Nine tenths of the bound are 900 KB.
  const newest = faces.slice(4);
  await expect.poll(async () => (await held()).map(({ key }) => key).sort()).toEqual(newest);
  const { heard, want } = tab();
  for (const face of faces.slice(0, 3)) {
    want(face);
    await expect.poll(() => heard).toContainEqual({ type: 'held', key: face });
  }
  await expect.poll(async () => (await held()).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(1_000 * KB);
  const left = (await images.list()).map(({ key }) => key);
  expect([waiting, ...faces.slice(0, 3)].filter((key) => !left.includes(key))).toEqual([]);
});

test('ahead are the small photos of the newest rows and all faces; a page gets each, and what was seen stays', async ({
  images,
  keep,
  profile,
  server,
  store,
  tab,
}) => {
  const [old] = await postWithPhotos(store, server.there, '2026-01-01T00:00:00.000Z');
  const newer = await postWithPhotos(store, server.there, '2026-01-02T00:00:00.000Z', 2);
  const [newest = ''] = await postWithPhotos(store, server.there, '2026-01-03T00:00:00.000Z');
  const face = uuid();
  server.there.set(face, bytesOf('a face'));
  await profile(uuid(), face);
  keep({ rowsAhead: 2 });
  const ahead = [face, ...[...newer, newest].map(smallImageKey)].sort();
  await expect.poll(() => keysIn(images)).toEqual(ahead);
  const { heard, want } = tab();
  want(newest);
  want(smallImageKey(old ?? ''));
  const withShown = [...ahead, newest, smallImageKey(old ?? '')].sort();
  await expect.poll(() => keysIn(images)).toEqual(withShown);
  // The row of the newest photo is one of the two newest no longer.
  const later = [
    ...(await postWithPhotos(store, server.there, '2026-01-04T00:00:00.000Z')),
    ...(await postWithPhotos(store, server.there, '2026-01-05T00:00:00.000Z')),
  ];
  await expect.poll(() => keysIn(images)).toEqual([...withShown, ...later.map(smallImageKey)].sort());
  expect(heard.some(({ type }) => type === 'handed')).toBe(false);
  expect(new Set(server.asked).size).toBe(server.asked.length);
});

test('the image of a hidden row is neither stored nor fetched, also while it is being fetched or a page shows it', async ({
  images,
  keep,
  profile,
  server,
  store,
  tab,
}) => {
  const [person, face, other] = [uuid(), uuid(), uuid()];
  const { heard, want } = tab();
  server.there.set(face, bytesOf('a face'));
  server.there.set(other, bytesOf('another face'));
  server.onRead = async (key) => {
    if (key === face && server.asked.length === 1) await writeSetting(store, settingKey.blocked(person), 'on');
    return undefined;
  };
  await profile(person, face);
  keep();
  await expect.poll(() => server.asked).toEqual([`read ${face}`]);
  want(face);
  await profile(uuid(), other);
  await expect.poll(() => keysIn(images)).toEqual([other]);
  want(face);
  want(other);
  const held = { type: 'held', key: other };
  await expect.poll(() => heard.filter((one) => JSON.stringify(one) === JSON.stringify(held)).length).toBeGreaterThan(1);
  expect(heard.filter(({ type }) => type !== 'ready')).toEqual(heard.flatMap(({ type }) => (type === 'ready' ? [] : held)));
  expect(server.asked).toEqual([`read ${face}`, `read ${other}`]);
  await writeSetting(store, settingKey.blocked(person), 'off');
  await expect.poll(() => keysIn(images)).toEqual([face, other].sort());
});

test('nothing is fetched ahead before all rows are here, since a block may come last', async ({ keep, profile, rows, server, tab }) => {
  // The newer face would come first.
  const [shown, face] = [uuid(), uuid()];
  for (const key of [shown, face]) server.there.set(key, bytesOf('a face'));
  for (const key of [shown, face]) await profile(uuid(), key);
  rows.all = false;
  const kept = keep();
  tab().want(shown);
  await expect.poll(() => server.asked).toEqual([`read ${shown}`]);
  kept.rowsMoved();
  rows.all = true;
  kept.rowsMoved();
  await expect.poll(() => server.asked).toEqual([`read ${shown}`, `read ${face}`]);
});

test('a member who saves data gets what a page shows, and nothing ahead', async ({ images, keep, profile, server, tab }) => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const [face, shown] = [uuid(), uuid()];
  server.there.set(face, bytesOf('a face'));
  await profile(uuid(), face);
  await profile(uuid(), shown);
  const kept = keep();
  const { heard, want } = tab();
  want(shown);
  await expect.poll(() => server.asked).toEqual([`read ${shown}`]);
  server.there.set(shown, bytesOf('a face that is shown'));
  kept.arrived([shown, face]);
  await expect.poll(() => heard).toContainEqual({ type: 'held', key: shown });
  expect([server.asked, await keysIn(images)]).toEqual([[`read ${shown}`, `read ${shown}`], [shown]]);
});

test('a missing image that only a page asks for lets the worker rest', async ({ keep, server, store, tab }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const lists = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  try {
    const [large = ''] = await postWithPhotos(store, server.there, '2026-01-01T00:00:00.000Z');
    server.there.delete(large);
    const { heard, want, letGo } = tab();
    keep();
    await vi.waitFor(() => expect(heard).toContainEqual({ type: 'held', key: smallImageKey(large) }));
    want(large);
    await vi.waitFor(() => expect(server.asked).toContain(`read ${large}`));
    await vi.advanceTimersByTimeAsync(2_100);
    // Something has changed, and the worker looks.
    letGo([]);
    await vi.advanceTimersByTimeAsync(50);
    const before = lists.mock.calls.length;
    for (let step = 0; step < 40; step += 1) {
      await vi.advanceTimersByTimeAsync(50);
      await new Promise(setImmediate);
    }
    expect(lists.mock.calls.length - before).toBeLessThan(5);
  } finally {
    lists.mockRestore();
    vi.useRealTimers();
  }
});
