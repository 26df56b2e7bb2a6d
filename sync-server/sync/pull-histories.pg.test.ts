import fc from 'fast-check';
import { expect } from 'vitest';
import { type Audience, deletePost, type EngineWorld, editPost, movePost } from '../../tests/support/engine-world.ts';
import { test } from '../../tests/support/fixtures/world.ts';
import { ModelReplica } from '../../tests/support/model-replica.ts';
import type { TestDatabase } from '../../tests/support/postgres.ts';
import { dropOldRemovals } from './pull/old-removals.ts';

/**
 * Random histories of a small circle with a device for each member. Every page brings only what its member may read. After every page a
 * device has everything that its checkpoint claims. In the end it has exactly what its member may read.
 */
const MEMBERS = 4;

const who = fc.nat(MEMBERS - 1);
const pick = fc.nat(1000);
const audience = fc.constantFrom<Audience>('friends', 'public', 'private', 'specific');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('post' as const), who, other: who, audience }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('comment' as const), who, pick }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), pick }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('move' as const), pick, other: who, audience }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('befriend' as const), who, other: who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('unfriend' as const), who, other: who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('block' as const), who, other: who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unblock' as const), who, other: who }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('pull' as const), who, limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('new device' as const), who }) },
  // As if all removals so far had happened long ago.
  { weight: 1, arbitrary: fc.record({ act: fc.constant('drop removals' as const) }) },
  // An answer to a push, which a device stores without knowing the scope.
  { weight: 1, arbitrary: fc.record({ act: fc.constant('told' as const), who, pick }) },
);

interface ModelPost {
  readonly author: number;
  audience: Audience;
  named: number;
  readonly comments: string[];
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(db: TestDatabase, world: EngineWorld, steps: readonly Step[]): Promise<void> {
  const members: string[] = [];
  for (let i = 0; i < MEMBERS; i += 1) members.push(await world.member());
  const member = (index: number) => members[index] ?? '';
  const devices = members.map((id) => new ModelReplica(world.engine, id));
  const posts = new Map<string, ModelPost>();
  const friends = new Set<string>();
  const blocks = new Set<string>();
  const edge = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);

  // The permissions again, as simple as possible, from the model alone.
  const areFriends = (a: number, b: number) => friends.has(edge(a, b));
  const blocked = (a: number, b: number) => blocks.has(`${a} ${b}`) || blocks.has(`${b} ${a}`);
  const inNetwork = (a: number, b: number) => areFriends(a, b) || members.some((_, m) => areFriends(a, m) && areFriends(m, b));
  const mayRead = (viewer: number, post: ModelPost) => {
    if (viewer === post.author) return true;
    if (post.audience === 'private' || blocked(viewer, post.author)) return false;
    if (post.audience === 'friends') return areFriends(viewer, post.author);
    return inNetwork(viewer, post.author) && (post.audience === 'public' || post.named === viewer);
  };
  const visible = (viewer: number) => {
    const own = [...posts].filter(([, post]) => mayRead(viewer, post));
    return { posts: own.map(([id]) => id).sort(), comments: own.flatMap(([, post]) => post.comments).sort() };
  };
  const chosen = (index: number) => [...posts.entries()][index % Math.max(1, posts.size)];

  const pullOf = async (index: number, limit: number) => {
    const device = devices[index];
    if (!device) return;
    const { response } = await device.pullOnce(limit);
    const may = visible(index);
    for (const collection of ['posts', 'comments'] as const) {
      const page = response.collections[collection];
      const sent = page?.documents.map((document) => document.id) ?? [];
      expect(new Set(sent).size).toBe(sent.length);
      expect(may[collection]).toEqual(expect.arrayContaining([...sent]));
      // The removal of a row may wait for a later page. A device that has caught up has no such row.
      if (!page?.more) expect(may[collection]).toEqual(expect.arrayContaining(device.ids(collection)));
      // Contiguous: the device has everything that is live between the two numbers of a scope.
      for (const [scope, state] of Object.entries(device.checkpoints.get(collection) ?? {})) {
        if (state === null) continue;
        const [upTo, downTo] = typeof state === 'number' ? [state, 0] : state;
        const claimed = await db.sql<{ doc_id: string }[]>`
          select doc_id from changes where scope_id = ${Number(scope)} and collection = ${collection} and not removed
          and seq between ${downTo} and ${upTo}`;
        expect(device.ids(collection)).toEqual(expect.arrayContaining(claimed.map((row) => row.doc_id)));
      }
    }
  };

  for (const one of steps) {
    switch (one.act) {
      case 'post': {
        const named = one.other === one.who ? (one.who + 1) % MEMBERS : one.other;
        const id = await world.post(member(one.who), {
          audience: one.audience,
          named: one.audience === 'specific' ? [member(named)] : [],
        });
        posts.set(id, { author: one.who, audience: one.audience, named, comments: [] });
        break;
      }
      case 'comment': {
        const [id, post] = chosen(one.pick) ?? [];
        if (id && post && mayRead(one.who, post)) post.comments.push(await world.comment(member(one.who), id));
        break;
      }
      case 'edit': {
        const [id, post] = chosen(one.pick) ?? [];
        if (id && post) await world.act(member(post.author), (context) => editPost(context, id, 'edited'));
        break;
      }
      case 'delete': {
        const [id, post] = chosen(one.pick) ?? [];
        if (id && post) await world.act(member(post.author), (context) => deletePost(context, id));
        if (id) posts.delete(id);
        break;
      }
      case 'move': {
        const [id, post] = chosen(one.pick) ?? [];
        if (!id || !post) break;
        post.audience = one.audience;
        post.named = one.other === post.author ? (post.author + 1) % MEMBERS : one.other;
        const named = post.audience === 'specific' ? [member(post.named)] : [];
        await world.act(member(post.author), (context) => movePost(context, id, one.audience, named));
        break;
      }
      case 'befriend':
        if (one.who === one.other) break;
        friends.add(edge(one.who, one.other));
        await world.befriend(member(one.who), member(one.other));
        break;
      case 'unfriend':
        friends.delete(edge(one.who, one.other));
        await world.unfriend(member(one.who), member(one.other));
        break;
      case 'block':
        if (one.who === one.other) break;
        blocks.add(`${one.who} ${one.other}`);
        await db.sql`insert into blocks (blocker_id, blocked_id) values (${member(one.who)}, ${member(one.other)}) on conflict do nothing`;
        break;
      case 'unblock':
        blocks.delete(`${one.who} ${one.other}`);
        await db.sql`delete from blocks where blocker_id = ${member(one.who)} and blocked_id = ${member(one.other)}`;
        break;
      case 'pull':
        await pullOf(one.who, one.limit);
        break;
      case 'new device':
        devices[one.who] = new ModelReplica(world.engine, member(one.who));
        break;
      case 'drop removals':
        await dropOldRemovals(db.database, 0);
        break;
      case 'told': {
        const [id] = chosen(one.pick) ?? [];
        if (!id) break;
        const seen = await db.database.read((tx) => world.engine.visible(tx, member(one.who), 'posts', [id]));
        for (const document of seen.values()) devices[one.who]?.held.get('posts')?.set(id, document);
        break;
      }
    }
  }
  for (const [index, device] of devices.entries()) {
    await device.pullAll(3);
    const may = visible(index);
    expect(device.ids('posts')).toEqual(may.posts);
    expect(device.ids('comments')).toEqual(may.comments);
    const rows = await db.sql<{ id: string; write_id: string }[]>`select id, write_id from posts where id = any(${may.posts}::uuid[])`;
    for (const row of rows) expect(device.document('posts', row.id)?.write_id).toBe(row.write_id);
  }
}

test('after any history every device holds exactly what its member may read', async ({ db, world }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => play(db, world, steps)),
    { numRuns: 40, endOnFailure: true },
  );
});
