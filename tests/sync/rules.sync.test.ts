/**
 * The nine rules of the protocol on the device, each tested by a history that would lose or leak a row without the rule. Friendships end
 * and return by SQL, bypassing the commands, so that only the heads reveal the change.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert, remove } from '../../src/data/store/local-write.ts';
import { sortKeyFor } from '../../workers/device/local-row.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost, newReaction } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 300 } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts', 'comments', 'reactions'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  .extend('unfriend', ({ server: { sql }, people: { ana, ben } }) => async () => {
    await sql`delete from friends where user_id in ${sql([ana.id, ben.id])}`;
  })
  .extend('befriend', ({ server: { sql }, people: { ana, ben } }) => async () => {
    await sql`
      insert into friends (user_id, friend_id, write_id) values (${ana.id}, ${ben.id}, ${uuid()}), (${ben.id}, ${ana.id}, ${uuid()})`;
  })
  /** Ana's device `a` and Ben's device `b`, both up to date */
  .extend('devices', async ({ people, device }) => {
    const [a, b] = await Promise.all([device(people.ana), device(people.ben)]);
    await Promise.all([a.live(), b.live()]);
    return { a, b };
  });

const holds = async (device: Device, id: string, collection: 'posts' | 'comments' | 'reactions' = 'posts') =>
  (await device.rows(collection)).some((row) => row.id === id);
const contentOf = async (device: Device, id: string) => (await device.rows('posts')).find((row) => row.id === id)?.content;
const requestsTo = (device: Device, path: string) => device.requests.filter((request) => request.path.endsWith(path));
/** Holds requests back until they are released. */
function gate() {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opened, release: () => release() };
}

test('[1] a removal only deletes a copy that came through the same scope', async ({ devices: { a, b }, people: { ana } }) => {
  const post = newPost(ana, 'moves to and fro');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  const scopes = new Set<number>();
  const noteScope = async () => {
    for (const row of await b.rows('posts')) if (row.id === post.id) scopes.add(row.scope);
  };
  await noteScope();
  // In both directions: the removal may come before the row in its new scope, or after it.
  for (const visibility_type of ['public', 'friends', 'public'] as const) {
    await change(a.store, 'posts', post.id, { visibility_type });
    await a.live();
    await b.until(async () => (await b.rows('posts')).some((row) => row.id === post.id && row.visibility_type === visibility_type));
    await noteScope();
  }
  const marker = newPost(ana, 'after all that');
  await insert(a.store, 'posts', marker);
  await b.until(() => holds(b, marker.id));
  expect(await holds(b, post.id)).toBe(true);
  expect(scopes.size).toBe(2);
});

test('[1, 4] a reaction that was removed while the device was away is deleted, and other reactions to the post stay', async ({
  devices: { a, b },
  people: { ana },
}) => {
  const post = newPost(ana, 'twice liked');
  const [kept, taken] = [newReaction(ana, post.id, '👍'), newReaction(ana, post.id, '🎉')];
  await insert(a.store, 'posts', post);
  for (const reaction of [kept, taken]) await insert(a.store, 'reactions', reaction);
  await b.until(async () => (await holds(b, kept.id, 'reactions')) && (await holds(b, taken.id, 'reactions')));
  b.cut();
  await remove(a.store, 'reactions', taken.id);
  await a.live();
  b.reconnect();
  await b.until(async () => !(await holds(b, taken.id, 'reactions')));
  await b.live();
  expect(await holds(b, kept.id, 'reactions')).toBe(true);
});

test('[2] a scope that was left and entered again before its rows were deleted is fetched from its beginning', async ({
  devices: { a, b },
  people: { ana },
  unfriend,
  befriend,
}) => {
  const post = newPost(ana, 'there and back');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  b.cut();
  await unfriend();
  let back = false;
  let goneOnce = false;
  const watch = b.database.collections.posts.$.subscribe((event) => {
    if (event.documentId === post.id && event.operation === 'DELETE') goneOnce = true;
  });
  // On a slow machine the first pull may be of other collections alone.
  b.network.after = async (path, { collections }) => {
    if (!path.endsWith('/pull') || !collections?.posts || back) return;
    back = true;
    await befriend();
  };
  b.reconnect();
  await b.until(async () => goneOnce && (await holds(b, post.id)));
  await b.live();
  watch.unsubscribe();
  expect(await contentOf(b, post.id)).toBe('there and back');
});

test('[2] rows of a left scope stay until its null checkpoint is stored', async ({
  devices: { a, b },
  people: { ana },
  unfriend,
  befriend,
}) => {
  const post = newPost(ana, 'held on to');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  b.cut();
  await unfriend();
  b.disk.onlyIdsWith = 'checkpoint-';
  b.disk.full = 'at the end';
  b.reconnect();
  await b.until(() => b.status.storageFull);
  expect(await holds(b, post.id)).toBe(true);
  await befriend();
  b.disk.full = null;
  b.wake();
  const marker = newPost(ana, 'after all that');
  await insert(a.store, 'posts', marker);
  await b.until(() => holds(b, marker.id));
  await b.live();
  expect(await holds(b, post.id)).toBe(true);
});

test('[3] a checkpoint that moves without any row is stored too', async ({ devices: { a, b }, people: { ana } }) => {
  const post = newPost(ana, 'no comments on this');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  b.cut();
  b.reconnect();
  await b.live();
  const before = b.requests.length;
  await b.restart();
  await b.live();
  const [first] = b.requests.slice(before).filter(({ path }) => path.endsWith('/pull'));
  const { reactions } = (first?.body.collections ?? {}) as { reactions?: { checkpoint: object } };
  expect(Object.keys(reactions?.checkpoint ?? {}).length).toBeGreaterThan(0);
});

test('[3, 8] pages are pulled until there are no more, and pages before a failed one count', async ({
  devices: { b },
  people: { ana, ben },
  device,
}) => {
  const posts = Array.from({ length: 45 }, (_, at) => newPost(ben, `many ${at}`));
  for (const post of posts) await insert(b.store, 'posts', post);
  await b.live();
  const fresh = await device(ana);
  let pulls = 0;
  fresh.network.before = (path) => {
    if (!path.endsWith('/pull')) return;
    pulls += 1;
    if (pulls === 2) throw new TypeError('lost on the way');
  };
  await fresh.live();
  const [first, second, third] = requestsTo(fresh, '/pull').map(
    ({ body }) => (body.collections as { posts?: { checkpoint: object } }).posts,
  );
  expect(first?.checkpoint).toEqual({});
  expect(JSON.stringify(second?.checkpoint)).toMatch(/\[\d+,\d+\]/);
  expect(JSON.stringify(third?.checkpoint)).toMatch(/\[\d+,\d+\]/);
  const held = (await fresh.rows('posts')).map(({ id }) => id);
  expect(held).toEqual(expect.arrayContaining(posts.map(({ id }) => id)));
});

test('[4] rows of a scope that the checkpoint does not know are checked: one is deleted, the other gets its true scope', async ({
  devices: { a, b },
  people: { ana },
}) => {
  const post = newPost(ana, 'visible');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  const [held] = (await b.rows('posts')).filter(({ id }) => id === post.id);
  const local = { scope: 987_654, write_id: uuid(), pending: 0 as const, assumed: [] };
  const hidden = newPost(ana, 'not visible');
  b.cut();
  await b.database.collections.posts.insert({ ...hidden, ...local, newest: sortKeyFor('newest', hidden.created_at, true) });
  await b.database.collections.posts.findOne(post.id).incrementalPatch({ scope: 987_654 });
  await b.restart();
  b.reconnect();
  await b.until(async () => !(await holds(b, hidden.id)));
  await b.until(async () => (await b.rows('posts')).some(({ id, scope }) => id === post.id && scope === held?.scope));
});

test('[4] the next pull checks, once, a row that a push found not visible', async ({
  devices: { a, b },
  people: { ana, ben },
  unfriend,
  befriend,
}) => {
  const post = newPost(ana, 'to comment on');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  const comment = newComment(ben, post.id, 'seen, unseen, seen');
  let pushes = 0;
  b.network.before = async (path) => {
    if (!path.endsWith('/push')) return;
    pushes += 1;
    if (pushes === 2) await unfriend();
  };
  b.network.after = async (path) => {
    if (!path.endsWith('/push')) return;
    if (pushes === 1) {
      // The stream brings the row while it is still pending on the device, and the checkpoint passes it.
      await a.until(() => holds(a, comment.id, 'comments'));
      throw new TypeError('the answer was lost');
    }
    if (pushes === 2) await befriend();
  };
  await insert(b.store, 'comments', comment);
  await b.until(() => pushes >= 2);
  await b.until(() => holds(b, comment.id, 'comments'));
  const asked = () => requestsTo(b, '/pull').filter(({ body }) => JSON.stringify(body.check ?? {}).includes(comment.id));
  for (let round = 0; round < 2; round++) {
    const before = requestsTo(b, '/pull').length;
    b.cut();
    b.reconnect();
    await b.until(() => requestsTo(b, '/pull').length > before && b.status.kind === 'live');
  }
  expect(asked()).toHaveLength(1);
  expect(await holds(b, comment.id, 'comments')).toBe(true);
  expect(await b.refused()).toEqual([]);
});

test('[5] a change by others after a write whose answer is out is not lost', async ({ devices: { a, b }, people: { ana }, device }) => {
  const [other, post] = [await device(ana), newPost(ana, 'first')];
  await other.live();
  await insert(a.store, 'posts', post);
  await other.until(() => holds(other, post.id));
  await b.until(() => holds(b, post.id));
  const { opened, release } = gate();
  let overlaps = 0;
  let pushing = false;
  a.network.before = (path) => {
    if (path.endsWith('/push')) pushing = true;
    if (path.endsWith('/pull') && pushing) overlaps += 1;
  };
  a.network.after = async (path) => {
    if (!path.endsWith('/push')) return;
    await opened;
    pushing = false;
  };
  await change(a.store, 'posts', post.id, { content: 'second' });
  await other.until(async () => (await contentOf(other, post.id)) === 'second');
  await change(other.store, 'posts', post.id, { content: 'third' });
  await b.until(async () => (await contentOf(b, post.id)) === 'third');
  a.wake();
  release();
  await a.until(async () => (await contentOf(a, post.id)) === 'third');
  await a.live();
  expect(await contentOf(a, post.id)).toBe('third');
  expect(overlaps).toBe(0);
});

test('[6] frames that arrive during a pull are applied after it', async ({ devices: { a, b }, people: { ana, ben }, device }) => {
  const post = newPost(ana, 'old');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  b.cut();
  await change(a.store, 'posts', post.id, { content: 'newer' });
  await a.live();
  const { opened, release } = gate();
  let held = false;
  // A heartbeat would reveal the change, too.
  b.network.arrives = (event) => !event.startsWith('event: heartbeat');
  b.network.after = async (path) => {
    if (!path.endsWith('/pull') || held) return;
    held = true;
    await opened;
  };
  b.reconnect();
  await b.until(() => held);
  await change(a.store, 'posts', post.id, { content: 'newest' });
  await a.live();
  const other = await device(ben);
  await other.until(async () => (await contentOf(other, post.id)) === 'newest');
  release();
  await b.until(async () => (await contentOf(b, post.id)) === 'newest');
  await b.live();
  expect(await contentOf(b, post.id)).toBe('newest');
});

test('[7] the next frame reveals a lost one', async ({ devices: { a, b }, people: { ana } }) => {
  let lost = 0;
  b.network.arrives = (event) => !(event.startsWith('event: frames') && lost++ === 0) && !event.startsWith('event: heartbeat');
  const posts = [newPost(ana, 'lost on the way'), newPost(ana, 'arrives')];
  for (const post of posts) {
    await insert(a.store, 'posts', post);
    await a.live();
  }
  for (const { id } of posts) await b.until(() => holds(b, id));
  expect(lost).toBeGreaterThan(0);
});

test('[7] the next heartbeat reveals that the last frame was lost', async ({ devices: { a, b }, people: { ana } }) => {
  let lost = 0;
  b.network.arrives = (event) => !(event.startsWith('event: frames') && ++lost > 0);
  const post = newPost(ana, 'lost on the way');
  await insert(a.store, 'posts', post);
  await b.until(() => lost > 0);
  await b.until(() => holds(b, post.id));
});

test('[7] a reopened stream begins with a pull', async ({ devices: { a, b }, people: { ana } }) => {
  b.network.arrives = (event) => !event.startsWith('event: heartbeat');
  b.cut();
  const post = newPost(ana, 'while there was no stream');
  await insert(a.store, 'posts', post);
  await a.live();
  b.reconnect();
  await b.until(() => holds(b, post.id));
});

test('[9] a deleted id does not come back, neither by an edit nor by a new insert', async ({
  devices: { a, b },
  people: { ana },
  device,
}) => {
  const post = newPost(ana, 'to be deleted');
  await insert(a.store, 'posts', post);
  const other = await device(ana);
  await other.until(() => holds(other, post.id));
  other.cut();
  await change(other.store, 'posts', post.id, { content: 'edited too late' });
  await remove(a.store, 'posts', post.id);
  await a.live();
  other.reconnect();
  await other.until(async () => (await other.refused()).length === 1);
  await other.live();
  expect(await holds(other, post.id)).toBe(false);
  await insert(other.store, 'posts', { ...post, content: 'once more under this id' });
  await other.until(async () => (await other.refused()).length === 2);
  await other.live();
  expect(await holds(other, post.id)).toBe(false);
  expect(await holds(b, post.id)).toBe(false);
});

test('[9] an id that joins other ids may come back', async ({ devices: { a, b }, people: { ana, ben } }) => {
  const post = newPost(ana, 'to react to');
  await insert(a.store, 'posts', post);
  await b.until(() => holds(b, post.id));
  const reaction = newReaction(ben, post.id);
  for (const there of [true, false, true]) {
    if (there) await insert(b.store, 'reactions', reaction);
    else await remove(b.store, 'reactions', reaction.id);
    await a.until(async () => (await holds(a, reaction.id, 'reactions')) === there);
    await b.live();
  }
  expect(await b.refused()).toEqual([]);
});
