/** Photos by somebody whom a member blocks, in a group that both share: their rows stay on the device, hidden, and their bytes go. */
import 'fake-indexeddb/auto';
import { expect } from 'vitest';
import { smallImageKey } from '../../schemas/images/image.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { block, unblock } from '../../src/features/friends/blocking/blocked.ts';
import { type ImageMessage, imageChannelName, openImageStore } from '../../workers/device/image-store.ts';
import { answered, listDatabases } from '../../workers/device/indexed-db.ts';
import type { Member } from '../support/circle.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { type Picture, pictureOf, sendPhotos } from '../support/sent-photos.ts';

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts', 'profiles', 'group_messages', 'settings'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Cleo')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, cleo);
    return { ana, ben, cleo, group: await circle.group(ana, ben, cleo) };
  })
  /** Writes a message with a photo, or a post, and sends the bytes. No photo is like another. */
  .extend('show', ({ circle, server, people: { group } }) => {
    const skies = ['#88aacc', '#6688aa', '#aaccee', '#335577', '#cc9988'];
    return async (author: Member, where: 'group' | 'feed' = 'group'): Promise<Picture> => {
      const picture = await pictureOf({ width: 900, height: 600 }, [skies.pop() ?? '', '#446622']);
      const photos = [picture.photo];
      if (where === 'feed') await circle.post(author, { photos });
      else await circle.done(author, 'group_messages', { ...circle.messageDocument(author, group, ''), photos });
      await sendPhotos(server.url, circle, author, [picture]);
      return picture;
    };
  });

/** Everything in every database of this process, whatever it is for. */
async function allStored(): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (const { name = '' } of (await listDatabases()) ?? []) {
    const database = await answered(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const rows = await answered<unknown[]>(database.transaction(table).objectStore(table).getAll());
      found.push(...rows.map((row) => (row instanceof ArrayBuffer ? Buffer.from(row) : Buffer.from(JSON.stringify(row)))));
    }
    database.close();
  }
  return found;
}

test('their bytes are nowhere on the device once it knows of the block, are not fetched, and come back when it ends', async ({
  people: { ana, ben, cleo },
  liveDevice,
  show,
}) => {
  const [inFeed, inGroup, other] = [await show(ana, 'feed'), await show(ana), await show(cleo)];
  const device = await liveDevice(ben, { images: true });
  const images = openImageStore(ben.id);
  const keys = async () => (await images.list()).map(({ key }) => key).sort();
  const small = (...pictures: readonly Picture[]) => pictures.map(({ photo }) => smallImageKey(photo.id));
  const page = new BroadcastChannel(imageChannelName(ben.id));
  const look = (key: string) => page.postMessage({ type: 'wanted', key } satisfies ImageMessage);
  try {
    look(inGroup.photo.id);
    await device.until(async () => (await keys()).length === 4);
    expect(await keys()).toEqual([...small(inFeed, inGroup, other), inGroup.photo.id].sort());
    const theirs = await Promise.all((await keys()).filter((key) => !small(other).includes(key)).map((key) => images.bytes(key)));
    const found = async () => {
      const all = await allStored();
      return theirs.filter((bytes) => bytes && all.some((one) => one.includes(Buffer.from(bytes)))).length;
    };
    expect(await found()).toBe(3);

    device.cut();
    await block(device.store, ana);
    await device.until(async () => (await found()) === 0);
    expect(await keys()).toEqual(small(other));
    expect((await device.rows('group_messages')).map(({ sender_id }) => sender_id).sort()).toEqual([ana.id, cleo.id].sort());

    device.reconnect();
    await device.live();
    const asked = device.imageRequests.length;
    const [hidden, shown] = [await show(ana), await show(cleo)];
    look(smallImageKey(hidden.photo.id));
    look(inGroup.photo.id);
    await device.until(async () => (await device.rows('group_messages')).length === 4);
    await device.until(async () => (await keys()).includes(smallImageKey(shown.photo.id)));
    look(shown.photo.id);
    await device.until(async () => (await keys()).includes(shown.photo.id));
    expect(await keys()).toEqual([...small(other, shown), shown.photo.id].sort());
    const asksFor = ({ photo }: Picture) => device.imageRequests.slice(asked).some((request) => request.includes(photo.id));
    expect([hidden, inGroup, inFeed, shown].map(asksFor)).toEqual([false, false, false, true]);
    // They may be read still: the device alone hides them.
    expect((await ben.client.get(`/api/images/${hidden.photo.id}`)).status).toBe(200);

    await unblock(device.store, ana.id);
    await device.until(async () => (await keys()).length === 5);
    // The friendship has ended, and with it the post.
    expect(await keys()).toEqual([...small(other, shown, inGroup, hidden), shown.photo.id].sort());
  } finally {
    page.close();
    images.close();
  }
});
