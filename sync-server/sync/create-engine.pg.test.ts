import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { allow, refuse } from '../../schemas/base/refusal.ts';
import { deletePost, editPost, writePost } from '../../tests/support/engine-world.ts';
import { test as worldTest } from '../../tests/support/fixtures/world.ts';
import { ModelReplica } from '../../tests/support/model-replica.ts';
import { drawOf } from '../../tests/support/seed.ts';
import { scope } from './scope-name.ts';

const test = worldTest
  /** how many posts have this id */
  .extend(
    'count',
    ({ db }) =>
      async (id: string) =>
        (await db.sql`select 1 from posts where id = ${id}`).length,
  )
  /** the head of the scope that a member's friends read */
  .extend(
    'headOf',
    ({ db }) =>
      async (member: string) =>
        (await db.sql<{ head: number }[]>`select head from scopes where kind = 'friends' and owner = ${member}`)[0]?.head ?? 0,
  );

test('a repeated write is answered as done and has no second effect', async ({ world, headOf }) => {
  const ana = await world.member();
  const [id, writeId] = [uuid(), uuid()];
  let carriedOut = 0;
  const write = () =>
    world.act(
      ana,
      (context) => {
        carriedOut += 1;
        return writePost(context, { id, content: 'once' });
      },
      writeId,
    );
  // At the same time as well as later.
  expect(await Promise.all([write(), write(), write()])).toEqual([allow, allow, allow]);
  expect(await write()).toEqual(allow);
  expect(carriedOut).toBe(1);
  expect(await headOf(ana)).toBe(1);
});

test("another member's write id is neither carried out nor answered as done", async ({ world, count }) => {
  const [ana, carl] = [await world.member(), await world.member()];
  const writeId = uuid();
  expect(await world.act(ana, (context) => writePost(context, { id: uuid(), content: 'mine' }), writeId)).toEqual(allow);
  const stolen = uuid();
  expect(await world.act(carl, (context) => writePost(context, { id: stolen, content: 'his' }), writeId)).toEqual(refuse('INVALID'));
  expect(await count(stolen)).toBe(0);
});

test('a refusal leaves nothing behind, and the write may be tried again', async ({ world, count, headOf }) => {
  const ana = await world.member();
  const [id, writeId] = [uuid(), uuid()];
  const refused = await world.act(
    ana,
    async (context) => {
      await writePost(context, { id, content: 'never' });
      return refuse('NOT_ALLOWED');
    },
    writeId,
  );
  expect(refused).toEqual(refuse('NOT_ALLOWED'));
  expect(await count(id)).toBe(0);
  expect(await headOf(ana)).toBe(0);
  expect(await world.act(ana, (context) => writePost(context, { id, content: 'now' }), writeId)).toEqual(allow);
  expect(await count(id)).toBe(1);
});

test('acts that deadlock are tried again until both are done', async ({ world }) => {
  const ana = await world.member();
  const posts = [await world.post(ana), await world.post(ana)];
  const meet = { waiting: 0, both: () => {} };
  const bothHere = new Promise<void>((resolve) => {
    meet.both = resolve;
  });
  // Each edits one post, waits until the other has done so too, and then edits the other's post.
  const cross = (first = '', second = '') =>
    world.act(ana, async (context) => {
      await context.tx`update posts set content = 'crossed' where id = ${first}`;
      meet.waiting += 1;
      if (meet.waiting === 2) meet.both();
      await bothHere;
      return editPost(context, second, 'crossed');
    });
  expect(await Promise.all([cross(posts[0], posts[1]), cross(posts[1], posts[0])])).toEqual([allow, allow]);
  expect(meet.waiting).toBeGreaterThan(2);
});

test('an act that meets a serialization failure is tried again, a bounded number of times, and happens once', async ({
  db,
  world,
  count,
  headOf,
}) => {
  const ana = await world.member();
  const id = uuid();
  let attempts = 0;
  const colliding = (times: number) =>
    world.act(ana, async (context) => {
      attempts += 1;
      const verdict = await writePost(context, { id, content: `attempt ${attempts}` });
      if (attempts <= times) await context.tx.unsafe("do $$ begin raise exception 'too bad' using errcode = '40001'; end $$");
      return verdict;
    });
  await expect(colliding(1_000)).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBeLessThan(20);
  expect(await count(id)).toBe(0);
  attempts = 0;
  expect(await colliding(2)).toEqual(allow);
  expect(attempts).toBe(3);
  const rows = await db.sql<{ content: string }[]>`select content from posts where id = ${id}`;
  expect(rows.map((row) => row.content)).toEqual(['attempt 3']);
  expect(await headOf(ana)).toBe(1);
});

test('a document that an act records twice is one entry, with its last state', async ({ db, world }) => {
  const ana = await world.member();
  const id = uuid();
  await world.act(ana, async (context) => {
    await writePost(context, { id, content: 'a' });
    return deletePost(context, id);
  });
  const rows = await db.sql`select seq, removed from changes where doc_id = ${id}`;
  expect([...rows]).toEqual([{ seq: 1, removed: true }]);
});

test('nothing can be recorded after an act is over', async ({ world }) => {
  const ana = await world.member();
  let late: (() => void) | undefined;
  await world.act(ana, async (context) => {
    late = () => context.record({ scopes: [scope.self(ana)], collection: 'posts', id: uuid() });
    return allow;
  });
  expect(late).toThrow(/over/);
});

test('a deletion and a creation of one id at the same time leave the row deleted', async ({ world, count }) => {
  const ana = await world.member();
  const id = await world.post(ana);
  let mayCommit = () => {};
  const held = new Promise<void>((resolve) => {
    mayCommit = resolve;
  });
  let deleted = () => {};
  const isDeleted = new Promise<void>((resolve) => {
    deleted = resolve;
  });
  const deletion = world.act(ana, async (context) => {
    const verdict = await deletePost(context, id);
    deleted();
    await held;
    return verdict;
  });
  await isDeleted;
  const creation = world.act(ana, (context) => writePost(context, { id, content: 'back to life' }));
  mayCommit();
  expect(await deletion).toEqual(allow);
  expect(await creation).toEqual(refuse('INVALID'));
  expect(await count(id)).toBe(0);
});

test('hidden and missing rows look the same to `visible`', async ({ db, world }) => {
  const [ana, ben, carl] = [await world.member(), await world.member(), await world.member()];
  await world.befriend(ana, ben);
  const post = await world.post(ana);
  const seenBy = (viewer: string) => db.database.read((tx) => world.engine.visible(tx, viewer, 'posts', [post, uuid(), 'x']));
  expect([...(await seenBy(ben)).keys()]).toEqual([post]);
  expect((await seenBy(carl)).size).toBe(0);
  // The id does not open another collection either.
  expect((await db.database.read((tx) => world.engine.visible(tx, ben, 'comments', [post]))).size).toBe(0);
});

test('viewers who ask at the same time each get what they may read', async ({ db, world }) => {
  const [ana, ben, carl] = [await world.member(), await world.member(), await world.member()];
  await world.befriend(ana, ben);
  const [shared, own] = [await world.post(ana), await world.post(carl)];
  const seen = await db.database.read((tx) =>
    Promise.all([
      world.engine.visible(tx, ana, 'posts', [shared]),
      world.engine.visible(tx, ben, 'posts', [own, shared]),
      world.engine.visible(tx, ben, 'posts', [own]),
      world.engine.visible(tx, carl, 'posts', [shared, own]),
    ]),
  );
  expect(seen.map((documents) => [...documents.keys()])).toEqual([[shared], [shared], [], [own]]);
});

test('within a scope the order of the log is the order of the commits: a follower misses nothing', async ({ world }) => {
  const [ana, ben] = [await world.member(), await world.member()];
  await world.befriend(ana, ben);
  const written: string[] = [];
  let refused = 0;
  let writing = true;
  const writer = async (_: unknown, nth: number) => {
    const draw = drawOf(`writer ${nth}`);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, draw() * ms));
    for (let times = 0; times < 27; times += 1) {
      const id = uuid();
      const fails = draw() < 0.3;
      const verdict = await world.act(ana, async (context) => {
        await pause(8);
        await writePost(context, { id, content: 'x', audience: draw() < 0.5 ? 'friends' : 'public' });
        await pause(8);
        return fails ? refuse('NOT_ALLOWED') : allow;
      });
      if (verdict.allowed) written.push(id);
      else refused += 1;
    }
  };
  const follower = new ModelReplica(world.engine, ben, ['posts']);
  const follow = async () => {
    while (writing) await follower.pullOnce(7);
    await follower.pullAll(7);
  };
  const following = follow();
  await Promise.all(Array.from({ length: 8 }, writer));
  writing = false;
  await following;
  expect(refused).toBeGreaterThan(10);
  expect(follower.ids('posts')).toEqual([...written].sort());
});
