import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { smallImageKey } from '../../../schemas/images/image.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { writeSetting } from '../../../src/data/store/write-setting.ts';
import { bytesOf, test } from '../../../tests/support/fixtures/images.ts';
import { newMessage } from '../../../tests/support/rows.ts';
import type { AfterRestore } from './give-back-images.ts';

/** A server that was restored, until it was asked for images. */
function restoredServer(waitingWrites: readonly PushChange[] = []): AfterRestore & { readonly asked: AfterRestore['asked'] } {
  let epoch: string | null = 'the new one';
  return {
    unasked: () => epoch,
    async asked(of) {
      if (of === epoch) epoch = null;
    },
    waitingWrites: () => waitingWrites,
  };
}

const photosOf = (id: string) => [{ id, width: 16, height: 12, thumbhash: '', alt: '' }];

test('what a restored server lacks is sent again, of what was sent from here and a row names; the rest is asked for once', async ({
  chosenFor,
  images,
  keep,
  profile,
  rows,
  server,
  store,
}) => {
  const [there, without, inParts, unnamed, fetched] = [uuid(), uuid(), uuid(), uuid(), uuid()];
  for (const key of [there, without, inParts, fetched]) await chosenFor(key, bytesOf(`a photo ${key}`));
  await images.put({ key: unnamed, state: 'waiting', at: 0 }, bytesOf('of a row that has gone'));
  for (const key of [there, without, inParts, unnamed]) await images.sent(key, 1);
  await images.put({ key: fetched, state: 'held', at: 0 }, bytesOf('fetched'));
  server.there.set(there, bytesOf(`a photo ${there}`));
  server.onAsk = async (key) => (key === without ? { kind: 'none' } : undefined);
  // The rows are being fetched anew.
  rows.all = false;
  const afterRestore = restoredServer();
  const kept = keep({ afterRestore });
  const states = async () => Object.fromEntries((await images.list()).map(({ key, state }) => [key, state]));
  // Once a hidden image is gone, the others were looked at too.
  const [person, face] = [uuid(), uuid()];
  await images.put({ key: face, state: 'held', at: 0 }, bytesOf('a face'));
  await profile(person, face);
  await writeSetting(store, settingKey.blocked(person), 'on');
  await expect.poll(async () => Object.keys(await states()).sort()).toEqual([there, without, inParts, unnamed, fetched].sort());
  expect([afterRestore.unasked(), server.asked]).toEqual(['the new one', []]);
  rows.all = true;
  kept.rowsMoved();
  await expect.poll(() => afterRestore.unasked()).toBe(null);
  await expect.poll(() => server.there.has(inParts)).toBe(true);
  await expect.poll(states).toEqual({ [there]: 'sent', [without]: 'waiting', [inParts]: 'sent', [fetched]: 'held' });
  expect(server.asked.filter((one) => one.startsWith('ask') && one.includes(there))).toHaveLength(1);
  // By then the row was sent back.
  server.onAsk = () => undefined;
  kept.wake();
  await expect.poll(states).toMatchObject({ [without]: 'sent' });
  await kept.close();

  const before = server.asked.length;
  const again = keep({ afterRestore });
  const other = uuid();
  await chosenFor(other, bytesOf('a new photo'));
  again.wake();
  await expect.poll(states).toMatchObject({ [other]: 'sent' });
  const asks = server.asked.slice(before).filter((one) => one.startsWith('ask'));
  expect(asks.every((one) => one.includes(other))).toBe(true);
});

test('a server that cannot be reached is asked later', async ({ chosenFor, images, keep, server }) => {
  const key = uuid();
  await chosenFor(key, bytesOf('a photo'));
  await images.sent(key, 1);
  server.onAsk = () => ({ kind: 'lost', retryAfterMs: 0 });
  const afterRestore = restoredServer();
  const kept = keep({ afterRestore });
  await expect.poll(() => server.asked.length).toBeGreaterThan(0);
  expect([afterRestore.unasked(), (await images.list())[0]?.state]).toEqual(['the new one', 'sent']);
  server.onAsk = () => undefined;
  kept.wake();
  await expect.poll(() => server.there.has(key)).toBe(true);
  await expect.poll(() => afterRestore.unasked()).toBe(null);
});

test('the images of a write that waits for another device stay, and are sent once its row is there', async ({
  images,
  keep,
  profile,
  server,
  store,
  tab,
  userId,
}) => {
  const [key, gone] = [uuid(), uuid()];
  for (const one of [key, gone]) await images.put({ key: one, state: 'waiting', at: 0 }, bytesOf('a photo'));
  await images.put({ key: smallImageKey(key), state: 'held', at: 0 }, bytesOf('a small one'));
  for (const one of [key, gone]) await images.sent(one, 1);
  const message = { ...newMessage({ id: userId }, uuid(), 'in a group that was lost'), photos: photosOf(key) };
  const write = { collection: 'group_messages', assumed: [], document: { ...message, write_id: uuid() } } as unknown as PushChange;
  const kept = keep({ afterRestore: restoredServer([write]) });
  const left = [key, smallImageKey(key)].sort();
  await expect.poll(async () => (await images.list()).map(({ key: one }) => one).sort()).toEqual(left);
  // After a day, pages let go what no draft has.
  tab().letGo([key]);
  const face = uuid();
  server.there.set(face, bytesOf('a face'));
  await profile(uuid(), face);
  await expect.poll(async () => (await images.list()).map(({ key: one }) => one).sort()).toEqual([...left, face].sort());
  expect(await kept.hasWaiting()).toBe(false);
  await store.storeRow('group_messages', message);
  await expect.poll(() => server.there.has(key)).toBe(true);
});
