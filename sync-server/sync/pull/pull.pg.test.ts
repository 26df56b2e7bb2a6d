import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { WireDocument } from '../../../schemas/protocol/sync.ts';
import { deletePost, editPost, movePost } from '../../../tests/support/engine-world.ts';
import { test as worldTest } from '../../../tests/support/fixtures/world.ts';
import { ModelReplica } from '../../../tests/support/model-replica.ts';
import { scope } from '../scope-name.ts';

const test = worldTest
  /** Ana and Ben, who are friends. */
  .extend('friends', async ({ world }) => {
    const [ana, ben] = [await world.member(), await world.member()];
    await world.befriend(ana, ben);
    return { ana, ben };
  });

test('a friend gets posts and comments, newest first; a stranger gets none', async ({ world, friends: { ana, ben } }) => {
  const carl = await world.member();
  const posts: string[] = [];
  for (let i = 0; i < 5; i += 1) posts.push(await world.post(ana));
  const comment = await world.comment(ben, posts[0] ?? '');

  const device = new ModelReplica(world.engine, ben);
  const first = await device.pullOnce(2);
  expect(first.more).toBe(true);
  expect(first.response.collections.posts?.documents.map((document) => document.id)).toEqual([posts[4], posts[3]]);
  await device.pullAll(2);
  expect(device.ids('posts')).toEqual([...posts].sort());
  expect(device.ids('comments')).toEqual([comment]);

  const stranger = new ModelReplica(world.engine, carl);
  await stranger.pullAll();
  expect(stranger.ids('posts')).toEqual([]);
  expect(Object.keys(stranger.heads)).toHaveLength(1);
});

test('new rows come before old ones, also in the middle of a fill', async ({ world, friends: { ana, ben } }) => {
  for (let i = 0; i < 10; i += 1) await world.post(ana);
  const device = new ModelReplica(world.engine, ben);
  await device.pullOnce(3);
  const fresh = await world.post(ana);
  const { response } = await device.pullOnce(3);
  expect(response.collections.posts?.documents[0]?.id).toBe(fresh);
  await device.pullAll(3);
  expect(device.ids('posts')).toHaveLength(11);
});

test('a collection that lacks nothing gets an empty page', async ({ world, friends: { ana, ben } }) => {
  await world.post(ana);
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const before = { ...device.checkpoints.get('posts') };
  const { response } = await device.pullOnce();
  expect(response.collections.posts).toEqual({ documents: [], removed: [], recheck: [], checkpoint: before, more: false });
});

test('[rule 1] a row that moves to another scope of the same reader comes in the same page, and is never missing', async ({
  world,
  friends: { ana, ben },
}) => {
  const post = await world.post(ana);
  const comment = await world.comment(ben, post);
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const friends = device.document('posts', post)?.scope;

  await world.act(ana, (context) => movePost(context, post, 'specific', [ben]));
  // The log of the scope that the row left fills the page by itself. The entry in its new scope would only come with the next page.
  const other = await world.post(ana);
  const { response } = await device.pullOnce(1);
  expect(response.collections.posts?.removed).toEqual([]);
  expect(response.collections.posts?.documents.map((document) => document.id)).toEqual([post]);
  expect(device.document('posts', post)?.scope).not.toBe(friends);
  await device.pullAll();
  expect(device.ids('posts')).toEqual([post, other].sort());
  expect(device.ids('comments')).toEqual([comment]);

  await world.act(ana, (context) => movePost(context, post, 'private', []));
  await device.pullAll();
  expect(device.ids('posts')).toEqual([other]);
  expect(device.ids('comments')).toEqual([]);
});

test('[rule 1] a removal names its scope, and leaves copies from other scopes alone', async ({ world, friends: { ana, ben } }) => {
  const post = await world.post(ana, { audience: 'public' });
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const network = device.document('posts', post)?.scope;
  await world.act(ana, (context) => deletePost(context, post));
  const { response } = await device.pullOnce();
  expect(response.collections.posts?.removed).toEqual([[post, network]]);
});

test('[rule 2] a scope that the member left becomes null, and fills again after a return', async ({ world, friends: { ana, ben } }) => {
  const posts = [await world.post(ana), await world.post(ana)];
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const leftScope = device.document('posts', posts[0] ?? '')?.scope ?? 0;

  await world.unfriend(ana, ben);
  const { response } = await device.pullOnce();
  expect(response.heads[leftScope]).toBeUndefined();
  expect(response.collections.posts?.checkpoint[leftScope]).toBeNull();
  expect(device.ids('posts')).toEqual([]);

  await world.befriend(ana, ben);
  await device.pullAll(1);
  expect(device.ids('posts')).toEqual([...posts].sort());
});

test('[rule 2] heads name every scope of the viewer, whatever the pull asks for and however little lies there', async ({
  db,
  world,
  friends: { ana, ben },
}) => {
  await world.post(ana);
  await world.post(ana, { audience: 'public' });
  await world.post(ana, { audience: 'specific', named: [ben] });
  const all = await db.sql<{ id: number; head: number }[]>`
    select scope_id as id, head from scope_readers where reader = ${ben}`;
  expect(all.length).toBe(4);
  const expected = Object.fromEntries(all.map((scope) => [scope.id, scope.head]));
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  for (const collections of [
    {},
    { comments: { checkpoint: {}, limit: 1 } },
    { posts: { checkpoint: device.checkpoints.get('posts') ?? {}, limit: 1 } },
  ]) {
    expect((await world.engine.pull(ben, { epoch: device.epoch, collections })).heads).toEqual(expected);
  }
});

test('[rule 3] a page is filled with documents, however many removals lie before them', async ({ world, friends: { ana, ben } }) => {
  const gone: string[] = [];
  for (let i = 0; i < 120; i += 1) gone.push(await world.post(ana));
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  for (const post of gone) await world.act(ana, (context) => deletePost(context, post));
  const fresh: string[] = [];
  for (let i = 0; i < 5; i += 1) fresh.push(await world.post(ana));
  // The device asks for the next page only while documents come. A page of nothing but removals would end that.
  const { response } = await device.pullOnce(5);
  expect(response.collections.posts?.documents.map((document) => document.id)).toEqual(fresh);
  expect(device.ids('posts')).toEqual([...fresh].sort());
});

test('[rule 3] a new device gets no empty page where rows were deleted without a log entry', async ({
  db,
  world,
  friends: { ana, ben },
}) => {
  const kept = [await world.post(ana), await world.post(ana), await world.post(ana)];
  const lost: string[] = [];
  for (let i = 0; i < 120; i += 1) lost.push(await world.post(ana));
  await db.sql`delete from posts where id = any(${lost}::uuid[])`;
  const { response } = await new ModelReplica(world.engine, ben).pullOnce(3);
  expect(response.collections.posts?.documents.map((document) => document.id)).toEqual([...kept].reverse());
});

test('a member who left and returned between two pulls misses nothing', async ({ world, friends: { ana, ben } }) => {
  await world.post(ana);
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  await world.unfriend(ana, ben);
  const unseen = await world.post(ana);
  await world.befriend(ana, ben);
  await device.pullAll();
  expect(device.ids('posts')).toContain(unseen);
});

test('[rule 4] check answers with the document or null, the same for hidden, missing and impossible ids', async ({
  world,
  friends: { ana, ben },
}) => {
  const carl = await world.member();
  const seen = await world.post(ana);
  const hidden = await world.post(carl);
  const asked = [seen, hidden, uuid(), 'no uuid at all', 'nul \0 in it'];
  const { check } = await world.engine.pull(ben, { epoch: null, collections: {}, check: { posts: asked } });
  expect(check.posts?.map(([id, document]) => [id, document?.id ?? null])).toEqual(asked.map((id) => [id, id === seen ? seen : null]));
});

test('a checkpoint of another epoch is ignored, and an impossible one is filled again', async ({ world, friends: { ana, ben } }) => {
  const post = await world.post(ana);
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const checkpoint = device.checkpoints.get('posts') ?? {};
  const ask = (epoch: string | null, given: typeof checkpoint) =>
    world.engine.pull(ben, { epoch, collections: { posts: { checkpoint: given, limit: 50 } } });

  expect((await ask(device.epoch, checkpoint)).collections.posts?.documents).toEqual([]);
  const other = await ask(uuid(), { ...checkpoint, '999999': 4 });
  expect(other.epoch).toBe(device.epoch);
  expect(other.collections.posts?.documents.map((document) => document.id)).toEqual([post]);
  expect(other.collections.posts?.checkpoint['999999']).toBeNull();
  const beyond = Object.fromEntries(Object.keys(checkpoint).map((key) => [key, Number.MAX_SAFE_INTEGER]));
  // The database went back unnoticed. What the device has from the lost time is deleted, and the rest comes again.
  device.checkpoints.set('posts', beyond);
  device.held.get('posts')?.set('ghost', { ...(device.document('posts', post) as WireDocument), id: 'ghost' });
  const { response } = await device.pullOnce();
  expect(Object.values(response.collections.posts?.checkpoint ?? {})).toEqual(Object.keys(beyond).map(() => null));
  await device.pullAll();
  expect(device.ids('posts')).toEqual([post]);
  // The operator gets one warning: it may be a restore that nobody declared.
  expect(world.logged.filter((line) => line.includes('npm run restored'))).toHaveLength(1);
});

test('a row that was deleted without a log entry counts as removed', async ({ db, world, friends: { ana, ben } }) => {
  const post = await world.post(ana);
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  await world.act(ana, (context) => editPost(context, post, 'edited'));
  await db.sql`delete from posts where id = ${post}`;
  await device.pullAll();
  expect(device.ids('posts')).toEqual([]);
});

test('large documents make small pages, and every collection advances', async ({ world, friends: { ana, ben } }) => {
  const first = await world.post(ana);
  for (let i = 0; i < 150; i += 1) await world.post(ana, { content: 'x'.repeat(5000) });
  for (let i = 0; i < 20; i += 1) await world.comment(ana, first, 'y'.repeat(5000));
  const device = new ModelReplica(world.engine, ben);
  const { response, more } = await device.pullOnce(1000);
  expect(more).toBe(true);
  expect(JSON.stringify(response).length).toBeLessThan(1_500_000);
  expect(response.collections.posts?.documents.length).toBeGreaterThan(20);
  expect(response.collections.comments?.documents.length).toBeGreaterThan(5);
  await device.pullAll(1000);
  expect(device.ids('posts')).toHaveLength(151);
  expect(device.ids('comments')).toHaveLength(20);
});

test('a device that was away gets all it lacks in one page, if that is not too much, whichever collection it is in', async ({
  world,
  friends: { ana, ben },
}) => {
  const device = new ModelReplica(world.engine, ben);
  await device.pullAll();
  const first = await world.post(ana);
  for (let i = 0; i < 80; i += 1) await world.post(ana, { content: 'x'.repeat(4000) });
  await world.comment(ana, first, 'y');
  const { response, more } = await device.pullOnce(1000);
  expect(more).toBe(false);
  expect(response.collections.posts?.documents).toHaveLength(81);
  expect(response.collections.comments?.documents).toHaveLength(1);
});

test('the six kinds of scopes have the readers that they should have', async ({ db, world }) => {
  const [ana, ben, cleo, dan, eve] = [
    await world.member(),
    await world.member(),
    await world.member(),
    await world.member(),
    await world.member(),
  ];
  await world.befriend(ana, ben);
  await world.befriend(ben, cleo);
  await world.befriend(cleo, dan);
  const group = uuid();
  await world.engine.system(async ({ tx, record }) => {
    await tx`insert into groups (id, name, founder_id, write_id) values (${group}, 'g', ${ana}, ${uuid()})`;
    await tx`insert into group_members (group_id, user_id, role, write_id) values
      (${group}, ${ana}, 'owner', ${uuid()}), (${group}, ${dan}, 'admin', ${uuid()}), (${group}, ${eve}, 'member', ${uuid()})`;
    for (const one of [
      scope.self(ana),
      scope.friends(ana),
      scope.network(ana),
      scope.pair(ana, cleo),
      scope.pair(ana, dan),
      scope.group(group),
      scope.groupAdmins(group),
    ]) {
      record({ scopes: [one], collection: 'settings', id: 'x' });
    }
  });
  const readers = async (kind: string, owner: string, other: string | null = null) => {
    const [row] = await db.sql<{ id: number }[]>`
      select id from scopes where kind = ${kind} and owner = ${owner} and other is not distinct from ${other}`;
    const rows = await db.sql<{ reader: string }[]>`select reader from scope_readers where scope_id = ${row?.id ?? 0}`;
    // Looked up by reader, the result is the same.
    for (const member of [ana, ben, cleo, dan, eve]) {
      const mine = await db.sql`select 1 from scope_readers where reader = ${member} and scope_id = ${row?.id ?? 0}`;
      expect(mine.length).toBe(rows.filter((one) => one.reader === member).length);
    }
    return rows.map((one) => one.reader).sort();
  };
  const set = (...members: string[]) => members.sort();
  expect(await readers('self', ana)).toEqual([ana]);
  expect(await readers('friends', ana)).toEqual(set(ana, ben));
  expect(await readers('network', ana)).toEqual(set(ana, ben, cleo));
  expect(await readers('pair', ana, cleo)).toEqual([cleo]);
  expect(await readers('pair', ana, dan)).toEqual([]);
  expect(await readers('group', group)).toEqual(set(ana, dan, eve));
  expect(await readers('group-admins', group)).toEqual(set(ana, dan));

  // A block by either member takes the two out of each other's circles, but not out of their group.
  await db.sql`insert into blocks (blocker_id, blocked_id) values (${cleo}, ${ana}), (${ben}, ${ana})`;
  expect(await readers('friends', ana)).toEqual([ana]);
  expect(await readers('network', ana)).toEqual([ana]);
  expect(await readers('pair', ana, cleo)).toEqual([]);
  await db.sql`insert into blocks (blocker_id, blocked_id) values (${ana}, ${dan})`;
  expect(await readers('group', group)).toEqual(set(ana, dan, eve));
});

test('the readers of a scope and the scopes of a member are both found by index', async ({ db }) => {
  await db.sql.begin(async (sql) => {
    await sql`set local plan_cache_mode = force_generic_plan`;
    await sql`set local enable_seqscan = off`;
    // Two thousand members in a ring, each with eight friends and a group. Of a few rows, walking along all of an index would be cheapest.
    await sql`set local session_replication_role = replica`;
    const member = (n: string) => sql.unsafe(`lpad(to_hex(${n} % 2000), 32, '0')::uuid`);
    const everyMember = sql`generate_series(0, 1999) n`;
    await sql`insert into friends (user_id, friend_id, write_id)
      select ${member('n')}, ${member('(n + by + 2000)')}, ${uuid()} from ${everyMember}, unnest('{-4,-3,-2,-1,1,2,3,4}'::int[]) by`;
    await sql`insert into blocks (blocker_id, blocked_id) select ${member('n')}, ${member('(n + 9)')} from ${everyMember}`;
    await sql`insert into group_members (group_id, user_id, write_id)
      select ${member('(n / 8)')}, ${member('n')}, ${uuid()} from ${everyMember}`;
    await sql`insert into scopes (kind, owner) select kind, ${member('n')}
      from ${everyMember}, unnest('{self,friends,network,group,group-admins}'::text[]) kind`;
    await sql`insert into scopes (kind, owner, other)
      select 'pair', ${member('n')}, ${member('(n + by)')} from ${everyMember}, generate_series(1, 8) by`;
    await sql`analyze friends, blocks, group_members, scopes`;
    await sql`prepare scopes_of (uuid) as select * from scope_readers where reader = $1`;
    await sql`prepare readers_of (int[], uuid[]) as select * from scope_readers where scope_id = any($1) and reader = any($2)`;
    for (const question of ["scopes_of ('00000000-0000-0000-0000-000000000000')", "readers_of ('{1}', '{}')"]) {
      const plan = (await sql.unsafe(`explain execute ${question}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
      expect(plan).toContain('friends_');
      expect(plan).not.toContain('Seq Scan');
      // Every visit of an index looks for something specific and does not walk along all of it.
      const visits = plan.match(/(Index Scan|Index Only Scan|Bitmap Index Scan) /g)?.length;
      expect(plan.match(/Index Cond:/g)?.length).toBe(visits);
    }
  });
});
