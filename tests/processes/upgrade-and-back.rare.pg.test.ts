/**
 * A circle through two updates and one way back. Devices have pending writes at each step. What the devices wrote since the backup comes
 * back from them, once, and nobody reads what is not theirs. The test names what does not come back: what no device has. It also shows
 * that a friendship which ended since the backup lasts again until the device that ended it is back.
 */
import { test as base, expect } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { settingKey } from '../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { writeSetting } from '../../src/data/store/write-setting.ts';
import { PASSWORD } from '../support/circle.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { plainPhoto } from '../support/photos.ts';
import { makeFriends, newComment, newMessage, newPost, newReaction } from '../support/rows.ts';
import { setUp } from '../support/set-up-time.ts';
import { openVersionChain } from './version-chain.ts';

/** Harmless, but with data that follow from what is stored. */
const SECOND = {
  name: 'post_lengths',
  sql: `create table post_lengths (post_id uuid primary key references posts on delete cascade, length int not null);
    insert into post_lengths select id, char_length(content) from posts;`,
};
const THIRD = {
  name: 'post_words',
  sql: `alter table posts add column words int not null default 0;
    update posts set words = cardinality(regexp_split_to_array(content, '\\s+'));`,
};

const test = base
  .extend('chain', async ({ task: _ }, { onCleanup }) => {
    const chain = await openVersionChain();
    onCleanup(chain.close);
    return chain;
  })
  /** Opens a device, which is stopped after the test. A process may open 13 collections, so each device has only some. */
  .extend('device', async ({ chain }, { onCleanup }) => {
    const devices: Device[] = [];
    onCleanup(async () => {
      for (const device of devices) await device.stop();
    });
    return (member: Member, collections: readonly CollectionName[]): Promise<Device> =>
      setUp('page', async () => {
        const device = await openDevice(chain.url, member, { collections });
        devices.push(device);
        await device.live();
        return device;
      });
  });

const contentsOf = async (device: Device, collection: 'posts' | 'comments' | 'group_messages') =>
  (await device.rows(collection)).map(({ content }) => content).sort();
const shows = (device: Device, collection: 'posts' | 'comments' | 'group_messages', content: string) =>
  device.until(async () => (await contentsOf(device, collection)).includes(content));
/** Takes the device off the network with this many pending writes. */
const leaves = async (device: Device, write: () => Promise<unknown>, pending: number) => {
  device.cut();
  await write();
  await device.until(() => device.status.pending === pending);
};

async function post(device: Device, content: string, more?: Parameters<typeof newPost>[2]): Promise<string> {
  const row = newPost(device.member, content, more);
  await insert(device.store, 'posts', row);
  return row.id;
}

async function makeGroup(owner: Member, others: readonly Member[]): Promise<string> {
  const { body } = await owner.client.post('/api/groups', { name: 'Sunday table', invited_user_ids: others.map(({ id }) => id) });
  for (const { client } of others) {
    const [invitation] = (await client.get('/api/groups/invitations')).body.data.items;
    await client.post(`/api/groups/invitations/${invitation.id}/accept`);
  }
  return body.data.id;
}

/** The bytes of this image as the member reads them, or the status that says why not. */
async function readImage(url: string, { client }: Member, image: string): Promise<string | number> {
  const response = await fetch(`${url}${image}`, { headers: { authorization: `Bearer ${client.token()}` } });
  return response.ok ? Buffer.from(await response.arrayBuffer()).toString('base64') : response.status;
}

/** A new device of the same member receives the same rows. Stops both. */
async function agreesWithNewDevice(old: Device, open: (member: Member, collections: readonly CollectionName[]) => Promise<Device>) {
  const collections = Object.keys(old.database.collections) as CollectionName[];
  const rowsOf = async (each: Device) =>
    Promise.all(collections.map(async (collection) => (await each.rows(collection)).toSorted((x, y) => x.id.localeCompare(y.id))));
  const rows = await rowsOf(old);
  await old.stop();
  const fresh = await open(old.member as Member, collections);
  expect(await rowsOf(fresh)).toEqual(rows);
  await fresh.stop();
}

test('updated twice and rolled back once, nothing that a device has is lost, doubled or leaked', async ({ chain, device }) => {
  const first = await setUp('server', chain.today);
  const join = (name: string, server = first) => setUp('members', () => newMember(server, name));
  const [ana, ben, cleo, dora] = [await join('Ana'), await join('Ben'), await join('Cleo'), await join('Dora')];
  await makeFriends(ana, ben);
  await makeFriends(ana, cleo);
  await makeFriends(ben, cleo);
  await makeFriends(ben, dora);
  const group = await makeGroup(ben, [ana, cleo]);
  const choosePhoto = async (member: Member, colour: string): Promise<string> =>
    (await member.client.call('POST', '/api/profiles/me/image', new Uint8Array(await plainPhoto(colour)), { 'content-type': 'image/png' }))
      .body.data.profile_image_url;
  const photoOfAna = await choosePhoto(ana, 'teal');
  const photoBefore = await readImage(chain.url, ben, photoOfAna);
  expect(photoBefore).toEqual(expect.any(String));
  const epoch = () => chain.read(async (sql) => (await sql<{ epoch: string }[]>`select epoch from epoch`)[0]?.epoch);
  const epochBefore = await epoch();

  const a = await device(ana, ['posts', 'comments', 'settings']);
  const b = await device(ben, ['posts', 'comments', 'friends', 'group_messages']);
  const c = await device(cleo, ['posts', 'comments', 'reactions', 'group_messages']);
  const kept = await post(a, 'kept');
  const edited = await post(a, 'to be edited');
  const deleted = await post(a, 'to be deleted');
  await post(a, 'only mine', { visibility_type: 'private' });
  await post(a, 'for Ben', { visibility_type: 'specific', specific_user_ids: [ben.id] });
  const ofBen = await post(b, 'from Ben');
  const ofCleo = await post(c, 'from Cleo');
  await insert(b.store, 'group_messages', newMessage(ben, group, 'who cooks?'));
  await Promise.all([a.live(), b.live(), c.live()]);
  await shows(b, 'posts', 'for Ben');
  await shows(c, 'posts', 'kept');

  await leaves(
    a,
    async () => {
      await post(a, 'written offline in version 1');
      await change(a.store, 'posts', edited, { content: 'edited offline in version 1' });
      await remove(a.store, 'posts', deleted);
    },
    3,
  );
  // This device comes back only after both updates and the way back.
  await leaves(
    c,
    async () => {
      await post(c, 'from Cleo, offline all along');
      await change(c.store, 'posts', ofCleo, { content: 'from Cleo, edited offline all along' });
      await insert(c.store, 'comments', newComment(cleo, kept, 'Cleo, offline all along'));
      await insert(c.store, 'reactions', newReaction(cleo, kept));
      await insert(c.store, 'group_messages', newMessage(cleo, group, 'I do, offline all along'));
    },
    5,
  );

  // The first update.
  expect(await first.terminate()).toBe(0);
  const second = await setUp('server', () => chain.next(SECOND));
  await chain.backupBefore(SECOND.name);
  expect(await epoch()).toBe(epochBefore);
  a.reconnect();
  b.wake();
  await Promise.all([a.live(), b.live()]);
  const inSecond = await post(a, 'in version 2');
  const doomed = await post(a, 'in version 2, deleted in version 3');
  await shows(b, 'posts', 'in version 2, deleted in version 3');
  await insert(b.store, 'comments', newComment(ben, kept, 'in version 2'));
  await Promise.all([a.live(), b.live()]);

  // The second update. From here on, no backup has what is written.
  expect(await second.terminate()).toBe(0);
  const third = await setUp('server', () => chain.next(THIRD));
  const backup = await chain.backupBefore(THIRD.name);
  expect(await epoch()).toBe(epochBefore);
  a.wake();
  b.wake();
  // The session of this device is newer than the backup.
  const d = await device(dora, ['posts', 'comments']);
  await shows(d, 'posts', 'from Ben');
  const everShown = new Set<string>();
  const following = d.database.collections.posts.$.subscribe(({ operation, documentData }) => {
    if (operation !== 'DELETE') everShown.add(documentData.content);
  });
  const inThird = await post(a, 'in version 3');
  await change(a.store, 'posts', inSecond, { content: 'in version 2, edited in version 3' });
  await remove(a.store, 'posts', doomed);
  await writeSetting(a.store, settingKey.blocked(dora.id), 'on');
  await post(d, 'from Dora in version 3');
  await shows(b, 'posts', 'in version 3');
  await shows(b, 'posts', 'from Dora in version 3');
  await remove(b.store, 'friends', friendRowId(ben.id, dora.id));
  await post(b, 'from Ben, after the friendship with Dora');
  await change(b.store, 'posts', ofBen, { content: 'from Ben, edited in version 3' });
  await insert(b.store, 'comments', newComment(ben, inThird, 'on what is only in version 3'));
  await insert(b.store, 'group_messages', newMessage(ben, group, 'thank you, in version 3'));
  await Promise.all([a.live(), b.live(), d.live()]);
  await d.until(async () => (await d.rows('posts')).length === 1);
  expect((await cleo.client.post('/api/auth/refresh')).status).toBe(200);
  // No device has these.
  expect((await ana.client.post('/api/posts', { content: 'by the API', visibility_type: 'friends' })).status).toBe(201);
  const eve = await join('Eve', third);
  const photoOfBen = await choosePhoto(ben, 'red');

  await leaves(a, () => post(a, 'pending at the way back'), 1);
  await leaves(
    b,
    async () => {
      await change(b.store, 'posts', ofBen, { content: 'from Ben, edited again at the way back' });
      await insert(b.store, 'comments', newComment(ben, inThird, 'pending at the way back'));
    },
    2,
  );
  d.cut();

  // The way back.
  expect(await third.terminate()).toBe(0);
  const refused = await second.runOnce();
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This database was used by a newer Kith') });
  // A backup of version 1 restores in version 2, with what the migration in between makes of it.
  const older = await second.runOnce('kith', 'restore', await chain.backupBefore(SECOND.name), '--replace');
  expect(older).toMatchObject({ code: 0, output: expect.stringContaining('Restored 4 members') });
  await chain.read(async (sql) => {
    expect(await sql`select length from post_lengths where post_id = ${kept}`).toEqual([{ length: 'kept'.length }]);
  });
  const restored = await second.runOnce('kith', 'restore', backup, '--replace');
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored 4 members') });
  await setUp('server', second.restart);
  expect(await epoch()).not.toBe(epochBefore);
  const asked = [a, b, c, d].map(({ requests }) => requests.length);

  // The token is newer than the backup, and counts as no theft.
  expect((await cleo.client.post('/api/auth/refresh')).status).toBe(200);
  // Dora signs in again. Ben has not ended the friendship yet, so she reads what she could read when the backup was made.
  d.reconnect();
  await d.until(() => d.status.expired);
  await d.signIn();
  await d.live();
  expect(await contentsOf(d, 'posts')).toEqual(['from Ben', 'from Dora in version 3']);
  b.reconnect();
  await b.live();
  await d.until(async () => (await d.rows('posts')).length === 1);
  c.reconnect();
  await c.live();
  a.reconnect();
  await a.live();
  // Ben's comments on Ana's post were refused until she gave the post back. They are sent again at the next start.
  await b.restart();
  await shows(a, 'comments', 'on what is only in version 3');
  await shows(a, 'comments', 'pending at the way back');
  following.unsubscribe();

  const posts = {
    Ana: [
      'edited offline in version 1',
      'for Ben',
      'in version 2, edited in version 3',
      'in version 3',
      'kept',
      'only mine',
      'pending at the way back',
      'written offline in version 1',
    ],
    Ben: ['from Ben, after the friendship with Dora', 'from Ben, edited again at the way back'],
    Cleo: ['from Cleo, edited offline all along', 'from Cleo, offline all along'],
    Dora: ['from Dora in version 3'],
  };
  const comments = ['Cleo, offline all along', 'in version 2', 'on what is only in version 3', 'pending at the way back'];
  const messages = ['I do, offline all along', 'thank you, in version 3', 'who cooks?'];
  const forFriends = [...posts.Ana.filter((content) => !['for Ben', 'only mine'].includes(content)), ...posts.Ben, ...posts.Cleo];

  await chain.read(async (sql) => {
    const found = await sql<{ name: string; content: string }[]>`
      select p.name, content from posts join profiles p on p.id = author_id order by p.name, content collate "C"`;
    expect(found.map(({ name, content }) => `${name}: ${content}`)).toEqual(
      Object.entries(posts).flatMap(([name, contents]) => contents.map((content) => `${name}: ${content}`)),
    );
    const contents = async (table: 'post_comments' | 'group_messages') =>
      (await sql<{ content: string }[]>`select content from ${sql(table)} order by content collate "C"`).map(({ content }) => content);
    expect(await contents('post_comments')).toEqual(comments);
    expect(await contents('group_messages')).toEqual(messages);
    expect(await sql`select target_id from post_reactions`).toEqual([{ target_id: kept }]);
    expect(await sql`select value from settings where user_id = ${ana.id} and key = ${settingKey.blocked(dora.id)}`).toEqual([
      { value: 'on' },
    ]);
    expect(await sql`select from friends where ${dora.id} in (user_id, friend_id)`).toHaveLength(0);
    const doubled = await sql`
      select from notifications where related_post_id is not null
      group by user_id, notification_type, related_user_id, related_post_id, related_comment_id, emoji_code having count(*) > 1`;
    expect(doubled).toHaveLength(0);
    // The tables are those of version 2.
    expect((await sql`select name from migrations order by version desc limit 1`)[0]?.name).toContain(SECOND.name);
    expect(await sql`select length from post_lengths where post_id = ${kept}`).toEqual([{ length: 'kept'.length }]);
    expect(await sql`select from information_schema.columns where table_name = 'posts' and column_name = 'words'`).toHaveLength(0);
  });

  // Does not come back: what was written by the API, who signed up, and a photo that was chosen since the backup.
  expect((await eve.client.post('/api/auth/sign-in', { email: eve.email, password: PASSWORD })).status).toBe(401);
  expect(await readImage(chain.url, ana, photoOfBen)).toBe(404);
  expect(await readImage(chain.url, ben, photoOfAna)).toBe(photoBefore);

  expect([...everShown].sort()).toEqual(['from Ben', ...posts.Dora]);
  const readers = [
    { device: a, sees: { posts: [...forFriends, 'for Ben', 'only mine'], comments } },
    { device: b, sees: { posts: [...forFriends, 'for Ben'], comments, group_messages: messages } },
    { device: c, sees: { posts: forFriends, comments, group_messages: messages } },
    { device: d, sees: { posts: posts.Dora, comments: [] } },
  ];
  for (const [at, { device: old, sees }] of readers.entries()) {
    await old.live();
    for (const [collection, contents] of Object.entries(sees)) {
      const seen = () => contentsOf(old, collection as keyof typeof sees);
      await expect.poll(seen, { timeout: 20_000, message: `${collection} of ${old.member.email}` }).toEqual(contents.toSorted());
    }
    expect(await old.refused(), old.member.email).toEqual([]);
    const fromTheBeginning = old.requests
      .slice(asked[at])
      .some(({ path, body }) => path.endsWith('/pull') && JSON.stringify(body).includes('"checkpoint":{}'));
    expect(fromTheBeginning, old.member.email).toBe(true);
  }

  for (const { device: old } of readers) await agreesWithNewDevice(old, device);
});
