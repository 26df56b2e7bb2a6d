import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import type { Member } from '../support/fixtures/server.ts';
import { newComment, newPost, newReaction } from '../support/rows.ts';

const collections = ['posts', 'comments', 'reactions', 'friends', 'contacts', 'notifications'] as const;

const test = deviceTest
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => collections)
  /** Ana and Ben are friends; Carl has no friends. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    return { ana, ben, carl };
  })
  /** Ana's device */
  .extend('a', ({ people, liveDevice }) => liveDevice(people.ana))
  /** Ben's device */
  .extend('b', ({ people, liveDevice }) => liveDevice(people.ben));

describe('a device and the server', () => {
  test('what one device writes, the other receives by the stream, without a pull', async ({ a, b, people: { ana } }) => {
    const pulls = () => b.requests.filter(({ path }) => path.endsWith('/pull')).length;
    const before = pulls();
    const written = newPost(ana, 'Soup at seven');
    await insert(a.store, 'posts', written);
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === written.id));
    expect(pulls()).toBe(before);
    await a.live();
    const [held] = (await a.rows('posts')).filter(({ id }) => id === written.id);
    expect(held).toMatchObject({ pending: 0, assumed: [], content: 'Soup at seven' });
    expect(held?.scope).toBeGreaterThan(0);
  });

  test('the first pulls of all collections are one request', async ({ a }) => {
    const [first] = a.requests.filter(({ path }) => path.endsWith('/pull'));
    expect(Object.keys(first?.body.collections as object).sort()).toEqual([...collections].sort());
  });

  test('writes made without a network arrive exactly once and in order, across collections and a restart', async ({
    a,
    b,
    people: { ana },
  }) => {
    a.cut();
    const written = newPost(ana, 'written in a tunnel');
    await insert(a.store, 'posts', written);
    await insert(a.store, 'comments', newComment(ana, written.id, 'one'));
    await insert(a.store, 'comments', newComment(ana, written.id, 'two'));
    await change(a.store, 'posts', written.id, { content: 'written in a long tunnel' });
    await a.restart();
    const sent: string[] = [];
    a.network.before = (path, body) => {
      if (!path.endsWith('/push')) return;
      for (const { document } of (body as { changes: { document: { content: string } }[] }).changes) sent.push(document.content);
    };
    a.reconnect();
    await a.live();
    expect(sent).toEqual(['written in a long tunnel', 'one', 'two']);
    await b.until(async () => (await b.rows('comments')).filter(({ post_id }) => post_id === written.id).length === 2);
    expect((await b.rows('posts')).find(({ id }) => id === written.id)?.content).toBe('written in a long tunnel');
    expect(await a.refused()).toEqual([]);
  });
});

describe('failures on the way', () => {
  test('a push whose answer is lost after the commit is sent again, and nothing is doubled', async ({ a, b, people: { ana } }) => {
    let lost = 0;
    a.network.after = (path) => {
      if (!path.endsWith('/push') || lost >= 2) return;
      lost += 1;
      throw new TypeError('the answer was lost');
    };
    const written = newPost(ana, 'said once');
    await insert(a.store, 'posts', written);
    await insert(a.store, 'comments', newComment(ana, written.id, 'also once'));
    await a.until(() => lost === 2);
    a.wake();
    await a.live();
    await b.until(async () => (await b.rows('comments')).some(({ post_id }) => post_id === written.id));
    expect((await b.rows('comments')).filter(({ post_id }) => post_id === written.id)).toHaveLength(1);
    expect((await b.rows('notifications')).filter(({ related_post_id }) => related_post_id === written.id)).toHaveLength(1);
    expect(await a.refused()).toEqual([]);
  });

  test('a row that is written again while its push is in progress is no conflict', async ({ a, people: { ana }, server }) => {
    const written = newPost(ana, 'first');
    await insert(a.store, 'posts', written);
    await a.live();
    let edits = 0;
    a.network.after = async (path) => {
      if (!path.endsWith('/push') || edits >= 2) return;
      edits += 1;
      await change(a.store, 'posts', written.id, { content: `edit ${edits}` });
    };
    await change(a.store, 'posts', written.id, { content: 'second' });
    await a.until(() => edits === 2);
    await a.live();
    expect(await a.refused()).toEqual([]);
    const [stored] = await server.sql`select content from posts where id = ${written.id}`;
    expect(stored?.content).toBe('edit 2');
  });

  test('a refused write leaves the collection and keeps its text in the outbox', async ({ a, people: { ana } }) => {
    const refused = newComment(ana, uuid(), 'on a post that is not there');
    await insert(a.store, 'comments', refused);
    await a.until(async () => (await a.refused()).length === 1);
    await a.live();
    expect((await a.rows('comments')).some(({ id }) => id === refused.id)).toBe(false);
    const [entry] = await a.refused();
    expect(entry).toMatchObject({ collection: 'comments', code: 'POST_NOT_FOUND', document: { content: 'on a post that is not there' } });
  });

  test('if two devices edit the same post, the second keeps its text in the outbox and shows the first one’s', async ({
    people: { ana },
    device,
  }) => {
    const [one, two] = [await device(ana), await device(ana)];
    await Promise.all([one.live(), two.live()]);
    const written = newPost(ana, 'original');
    await insert(one.store, 'posts', written);
    await two.until(async () => (await two.rows('posts')).some(({ id }) => id === written.id));
    two.cut();
    await change(two.store, 'posts', written.id, { content: 'by the second' });
    await change(one.store, 'posts', written.id, { content: 'by the first' });
    await one.live();
    two.reconnect();
    await two.until(async () => (await two.refused()).length === 1);
    await two.live();
    expect((await two.rows('posts')).find(({ id }) => id === written.id)?.content).toBe('by the first');
    expect((await two.refused())[0]).toMatchObject({ code: 'CONFLICT', document: { content: 'by the second' } });
  });

  test('writes that the server rejects as unreadable do not stop the others', async ({ a, people: { ana } }) => {
    a.cut();
    const unreadable = { ...newPost(ana, 'x'), id: 'p'.repeat(150) };
    const fine = newPost(ana, 'fine');
    const alsoFine = newPost(ana, 'also fine');
    await insert(a.store, 'posts', fine);
    await insert(a.store, 'posts', { ...unreadable, content: 'y'.repeat(1_100_000) });
    await insert(a.store, 'posts', alsoFine);
    a.reconnect();
    await a.live();
    const held = (await a.rows('posts')).map(({ id }) => id);
    expect(held).toEqual(expect.arrayContaining([fine.id, alsoFine.id]));
    expect(held).not.toContain(unreadable.id);
    expect((await a.refused()).map(({ code }) => code)).toEqual(['INVALID']);
  });

  test('deletions, and rows that come back under the same id', async ({ a, b, people: { ana, ben } }) => {
    const written = newPost(ana, 'to react to');
    await insert(a.store, 'posts', written);
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === written.id));
    const reaction = newReaction(ben, written.id);
    const seen = async () => (await a.rows('reactions')).some(({ id }) => id === reaction.id);
    for (let round = 0; round < 2; round++) {
      await insert(b.store, 'reactions', reaction);
      await a.until(seen);
      await remove(b.store, 'reactions', reaction.id);
      await a.until(async () => !(await seen()));
    }
    b.cut();
    await insert(b.store, 'reactions', reaction);
    await remove(b.store, 'reactions', reaction.id);
    await insert(b.store, 'reactions', reaction);
    b.reconnect();
    await a.until(seen);
    await b.live();
    expect(await b.refused()).toEqual([]);
    await remove(a.store, 'posts', written.id);
    await b.until(async () => !(await b.rows('posts')).some(({ id }) => id === written.id));
    await b.until(async () => (await b.rows('reactions')).length === 0);
  });
});

describe('who may read', () => {
  const countsOf = async (reader: Device, author: Member) => ({
    posts: (await reader.rows('posts')).filter(({ author_id }) => author_id === author.id).length,
    comments: (await reader.rows('comments')).filter(({ author_id }) => author_id === author.id).length,
    reactions: (await reader.rows('reactions')).filter(({ user_id }) => user_id === author.id).length,
    contacts: (await reader.rows('contacts')).filter(({ id }) => id === author.id).length,
    friends: (await reader.rows('friends')).filter(({ user_id }) => user_id === author.id).length,
  });
  const nothing = { posts: 0, comments: 0, reactions: 0, contacts: 0, friends: 0 };

  test('after an unfriend nothing of the other member stays, not even remains of deleted rows; a new friendship brings everything back', async ({
    server,
    circle,
    device,
  }) => {
    const dora = await circle.signUp('Dora');
    const emil = await circle.signUp('Emil');
    await circle.befriend(dora, emil);
    const [d, e] = [await device(dora), await device(emil)];
    await Promise.all([d.live(), e.live()]);
    const written = newPost(dora, 'for friends');
    await insert(d.store, 'posts', written);
    await insert(d.store, 'comments', newComment(dora, written.id, 'mine'));
    await insert(d.store, 'reactions', newReaction(dora, written.id, '❤️'));
    await e.until(async () => (await e.rows('reactions')).length === 1);
    const before = await countsOf(e, dora);
    expect(before).toEqual({ posts: 1, comments: 1, reactions: 1, contacts: 1, friends: 1 });

    e.cut();
    await server.sql`delete from friends where user_id in ${server.sql([dora.id, emil.id])} and friend_id in ${server.sql([dora.id, emil.id])}`;
    e.reconnect();
    await e.until(async () => JSON.stringify(await countsOf(e, dora)) === JSON.stringify(nothing));
    await e.live();
    const remains = await e.database.collections.posts.storageInstance.findDocumentsById([written.id], true);
    expect(JSON.stringify(remains)).not.toContain('for friends');

    e.cut();
    await server.sql`insert into friends (user_id, friend_id, write_id) values
      (${dora.id}, ${emil.id}, ${uuid()}), (${emil.id}, ${dora.id}, ${uuid()})`;
    e.reconnect();
    await e.until(async () => (await countsOf(e, dora)).posts === 1);
    await e.live();
    expect((await countsOf(e, dora)).comments).toBe(1);
  });

  test('a member who is not a friend receives nothing', async ({ people: { carl }, device }) => {
    const c = await device(carl);
    await c.live();
    expect(await c.rows('posts')).toEqual([]);
    expect((await c.rows('friends')).length).toBe(0);
  });
});

describe('a server that was restored from a backup', () => {
  test('a new epoch fetches everything again, drops lost rows and keeps pending writes', async ({ a, people: { ana }, server }) => {
    const lost = newPost(ana, 'written after the backup');
    const kept = newPost(ana, 'written before the backup');
    await insert(a.store, 'posts', lost);
    await insert(a.store, 'posts', kept);
    await a.live();
    a.cut();
    await server.sql`delete from changes where doc_id = ${lost.id}`;
    await server.sql`delete from posts where id = ${lost.id}`;
    await server.sql`update epoch set epoch = ${uuid()}`;
    const offline = newPost(ana, 'not sent yet');
    await insert(a.store, 'posts', offline);
    a.reconnect();
    await a.until(async () => !(await a.rows('posts')).some(({ id }) => id === lost.id));
    await a.live();
    const ids = (await a.rows('posts')).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([kept.id, offline.id]));
    expect(ids).not.toContain(lost.id);
    expect(await a.refused()).toEqual([]);
  });
});
