/** A server whose database was restored from a backup: the author's device gives back the photos that it sent since. */
import 'fake-indexeddb/auto';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { smallImageKey } from '../../schemas/images/image.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { insert } from '../../src/data/store/local-write.ts';
import { type ImageMessage, imageChannelName, openImageStore } from '../../workers/device/image-store.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';
import { type Picture, pictureOf } from '../support/sent-photos.ts';
import { until } from '../support/until.ts';

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts', 'profiles', 'group_messages', 'settings'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  .extend('a', ({ people, liveDevice }) => liveDevice(people.ana, { images: true }))
  .extend('b', ({ people, liveDevice }) => liveDevice(people.ben, { images: true }))
  .extend('imagesOf', async ({ task: _ }, { onCleanup }) => {
    const opened: { close(): void }[] = [];
    onCleanup(() => {
      for (const one of opened) one.close();
    });
    return (device: Device) => {
      const store = openImageStore(device.member.id);
      const channel = new BroadcastChannel(imageChannelName(device.member.id));
      opened.push(store, channel);
      return {
        /** Stores a photo as a page does that has chosen it. */
        async choose({ photo, bytes }: Picture): Promise<void> {
          await store.put({ key: photo.id, state: 'waiting', at: device.clock.now() }, new Uint8Array(bytes).buffer);
          channel.postMessage({ type: 'kept' } satisfies ImageMessage);
        },
        async states(): Promise<Record<string, string>> {
          return Object.fromEntries((await store.list()).map(({ key, state }) => [key, state]));
        },
      };
    };
  });

test('photos that the server lost with their rows, or without, are sent again, and once; those that it has are asked for once', async ({
  a,
  b,
  people: { ana },
  db,
  server,
  imagesOf,
}) => {
  const [kept, bytesLost, rowLost] = await Promise.all(
    ['#88aacc', '#cc9988', '#6688aa'].map((sky) => pictureOf({ width: 900, height: 600 }, [sky, '#446622'])),
  );
  if (!kept || !bytesLost || !rowLost) throw new Error('three pictures were drawn');
  const all = [kept, bytesLost, rowLost];
  const [mine, theirs] = [imagesOf(a), imagesOf(b)];
  const write = (picture: Picture) => insert(a.store, 'posts', newPost(ana, '', { photos: [picture.photo] }));
  const states = (state: string, of: readonly Picture[]) => Object.fromEntries(of.map(({ photo }) => [photo.id, state]));
  const isMine = async (state: string, of: readonly Picture[]) => {
    const found = await mine.states();
    return of.every(({ photo }) => found[photo.id] === state);
  };
  await mine.choose(kept);
  await write(kept);
  // Its bytes are chosen after the backup.
  await write(bytesLost);
  await a.until(() => isMine('sent', [kept]));
  await a.live();
  const backup = await db.backup();
  await a.live();
  await mine.choose(bytesLost);
  await mine.choose(rowLost);
  await write(rowLost);
  await a.until(() => isMine('sent', all));
  const small = all.map(({ photo }) => smallImageKey(photo.id));
  const theyHaveAll = async () => JSON.stringify(Object.keys(await theirs.states()).sort()) === JSON.stringify([...small].sort());
  await b.until(theyHaveAll);

  a.cut();
  b.cut();
  await backup.restore();
  // As `npm run restored` does, once the connections are new.
  await until(() =>
    server.sql`update epoch set epoch = ${uuid()}`.then(
      () => true,
      () => false,
    ),
  );
  const stored = async () =>
    (await server.sql<{ id: string }[]>`select id from images where stored_at is not null order by id`).map(({ id }) => id);
  expect(await stored()).toEqual([kept.photo.id]);
  const asked = a.imageRequests.length;
  a.reconnect();
  await a.until(async () => (await stored()).length === 3);
  await a.until(() => isMine('sent', all));
  expect(await mine.states()).toMatchObject(states('sent', all));
  const requests = a.imageRequests.slice(asked);
  expect(requests.filter((request) => request.includes(kept.photo.id) && !request.startsWith('GET'))).toEqual([
    `HEAD /api/images/${kept.photo.id}`,
  ]);
  b.reconnect();
  await b.until(theyHaveAll);
  expect(await a.refused()).toEqual([]);

  // The next start asks for none of them.
  const again = a.imageRequests.length;
  await a.restart();
  await a.live();
  const next = await pictureOf({ width: 900, height: 600 }, ['#335577', '#446622']);
  await mine.choose(next);
  await write(next);
  await a.until(() => isMine('sent', [next]));
  expect(a.imageRequests.slice(again).filter((request) => request.startsWith('HEAD') && !request.includes(next.photo.id))).toEqual([]);
});
