/** A device that begins with the first page ends with the same rows as any other, whatever happens in between. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';

const collections = ['posts', 'comments', 'reactions', 'profiles', 'settings', 'notifications'] as const;

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => collections)
  /** Ana sees posts of Ben and of Cleo, with what was said below them. Nobody sees what Dora wrote. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo, dora] = [
      await circle.signUp('Ana'),
      await circle.signUp('Ben'),
      await circle.signUp('Cleo'),
      await circle.signUp('Dora'),
    ];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, cleo);
    for (let n = 0; n < 30; n += 1) {
      const id = await circle.post([ben, cleo][n % 2] ?? ben, { content: `Note ${n}`, audience: 'friends_of_friends' });
      await circle.comment(ben, id, `Below ${n}`);
      if (n % 3 === 0) await circle.react(ben, 'post', id, '🎉');
      await circle.post(dora, { content: `Unseen ${n}` });
    }
    return { ana, ben, cleo, dora };
  });

/** All rows of a device by collection and id, without what only RxDB knows. */
async function rowsOf(device: Device): Promise<Readonly<Record<string, readonly object[]>>> {
  const all = await Promise.all(collections.map(async (name) => [name, await device.rows(name)] as const));
  return Object.fromEntries(all.map(([name, rows]) => [name, [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))]));
}
const pulls = (device: Device) => device.requests.filter(({ path }) => path.endsWith('/pull'));

test('the first page is what its member may see, newest first, and the pull goes on from there to the same rows', async ({
  people: { ana },
  device,
  liveDevice,
}) => {
  let isThere: boolean | undefined;
  const a = await device(ana, {
    onFirstPage: (is) => {
      isThere = is;
    },
  });
  expect(isThere).toBe(true);
  const early = await a.rows('posts');
  expect(early.map(({ content }) => content).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `Note ${n + 10}`).sort());
  await a.live();
  const other = await liveDevice(ana);
  expect(await rowsOf(a)).toEqual(await rowsOf(other));
  expect((await a.rows('posts')).length).toBe(30);
  // No post was sent twice.
  const [first, second] = pulls(a).map(({ body }) => body.collections as Record<string, { checkpoint: object; limit: number }>);
  expect(first?.posts).toEqual({ checkpoint: {}, limit: 20 });
  expect(Object.keys(second?.posts?.checkpoint ?? {})).not.toEqual([]);
  expect(second?.posts?.limit).toBe(150);
});

test('what is deleted, hidden or changed after the first page is so on the device once it has pulled', async ({
  circle,
  people: { ana, ben, cleo },
  device,
  liveDevice,
}) => {
  const [deleted, edited] = [await circle.post(ben, { content: 'Soon gone' }), await circle.post(ben, { content: 'First words' })];
  const erin = await circle.signUp('Erin');
  await circle.befriend(ana, erin);
  const hidden = await circle.post(erin, { content: 'For friends alone' });
  const a = await device(ana, {
    async onFirstPage(isThere) {
      expect(isThere).toBe(true);
      await circle.done(ben, 'posts', { id: deleted, write_id: uuid(), _deleted: true });
      const row = await circle.visibleRow(ben, 'posts', edited);
      await circle.done(ben, 'posts', { ...row, id: edited, write_id: uuid(), content: 'Other words' }, [row?.write_id ?? '']);
      await circle.unfriend(erin, ana);
      await circle.post(cleo, { content: 'Quite new', audience: 'friends_of_friends' });
    },
  });
  const early = (await a.rows('posts')).map(({ id }) => id);
  expect(early).toEqual(expect.arrayContaining([deleted, edited, hidden]));
  await a.live();
  await a.until(async () => !(await a.rows('posts')).some(({ id }) => id === hidden));
  const other = await liveDevice(ana);
  expect(await rowsOf(a)).toEqual(await rowsOf(other));
  const texts = (await a.rows('posts')).map(({ content }) => content);
  expect(texts).toEqual(expect.arrayContaining(['Other words', 'Quite new']));
  expect(texts).not.toEqual(expect.arrayContaining(['Soon gone']));
  expect(texts).not.toEqual(expect.arrayContaining(['For friends alone']));
});

test('a device whose first page is not answered is filled as any other', async ({ people: { ana }, device, liveDevice }) => {
  let isThere: boolean | undefined;
  const a = await device(ana, {
    online: false,
    onFirstPage: (is) => {
      isThere = is;
    },
  });
  expect(isThere).toBe(false);
  expect(await a.rows('posts')).toEqual([]);
  a.reconnect();
  await a.live();
  const other = await liveDevice(ana);
  expect(await rowsOf(a)).toEqual(await rowsOf(other));
  expect((await a.rows('posts')).length).toBeGreaterThan(20);
});
