import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend.ts';
import { settingId } from '../../schemas/profiles/profile.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../tests/support/postgres.ts';
import type { Database } from '../db/transaction.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  [ana, ben] = [await world.signUp('Ana'), await world.signUp('Ben')];
  await world.befriend(ana, ben);
});
afterAll(async () => {
  await world.close();
  await db.close();
});

/** What a process has left that ended between writing this post and telling of it. */
async function leaveUntold(post: string, by: string): Promise<void> {
  await db.sql`delete from notifications where related_post_id = ${post}`;
  await db.sql`
    insert into unannounced (write_id, user_id, collection, doc_id)
    select write_id, ${by}, 'posts', id from posts where id = ${post}`;
}
const toldOf = async (post: string) =>
  (await db.sql<{ user_id: string }[]>`select user_id from notifications where related_post_id = ${post}`).map((row) => row.user_id);
const untold = async () => (await db.sql`select from unannounced`).length;

/** A push whose telling is not waited for. */
const push = (member: Member, collection: CollectionName, document: { id: string } & Record<string, unknown>) =>
  world.engine.push({ userId: member.id }, [{ collection, assumed: [], document: { ...document, write_id: uuid() } }]);

test('what a process that ended has left is told of once, whoever finds it', async () => {
  const posts = [await world.post(ana), await world.post(ana), await world.post(ana)];
  for (const post of posts) await leaveUntold(post, ana.id);
  const others = [createFeatureWorld(db.database), createFeatureWorld(db.database), createFeatureWorld(db.database)];
  await Promise.all(others.map((other) => other.engine.announceLeft()));
  for (const post of posts) expect(await toldOf(post)).toEqual([ben.id]);
  expect(await untold()).toBe(0);
  await Promise.all(others.map((other) => other.close()));
});

test('what cannot be told of is dropped with a word to the operator, and the rest is told', async () => {
  const broken = await world.post(ana);
  const sound = await world.post(ana);
  await leaveUntold(broken, ana.id);
  await leaveUntold(sound, ana.id);
  await db.sql.unsafe(`alter table notifications add constraint no_notice check (related_post_id <> '${broken}')`);
  const other = createFeatureWorld(db.database);
  await other.engine.announceLeft();
  expect(await toldOf(broken)).toEqual([]);
  expect(await toldOf(sound)).toEqual([ben.id]);
  expect(await untold()).toBe(0);
  expect(other.logged.join('')).toContain('nobody can be told of a new row');
  await other.close();
  await db.sql`alter table notifications drop constraint no_notice`;
});

test('what is gone before it was told of is told to nobody', async () => {
  const post = await world.post(ana);
  await leaveUntold(post, ana.id);
  await db.sql`delete from posts where id = ${post}`;
  const other = createFeatureWorld(db.database);
  await other.engine.announceLeft();
  expect([await toldOf(post), await untold(), other.logged]).toEqual([[], 0, []]);
  await other.close();
});

test('an act, a pull and the end of the process come after what was written before them', async () => {
  const answered = world.postDocument(ana);
  await push(ana, 'posts', answered);
  await world.done(ben, 'settings', { id: settingId(ben.id, 'theme'), user_id: ben.id, key: 'theme', value: 'dark' });
  expect(await toldOf(answered.id)).toEqual([ben.id]);

  const pulled = world.postDocument(ana);
  await push(ana, 'posts', pulled);
  const page = await world.engine.pull(ben.id, { epoch: null, collections: { notifications: { checkpoint: {}, limit: 100 } } });
  expect(page.collections.notifications?.documents.map((row) => row.related_post_id)).toContain(pulled.id);

  const parted = world.postDocument(ana);
  await push(ana, 'posts', parted);
  await push(ben, 'friends', { id: friendRowId(ben.id, ana.id), _deleted: true });
  await world.engine.settled();
  expect([await toldOf(parted.id), await untold()]).toEqual([[], 0]);
  await world.befriend(ana, ben);

  const other = createFeatureWorld(db.database);
  const last = world.postDocument(ana);
  await other.engine.push({ userId: ana.id }, [{ collection: 'posts', assumed: [], document: { ...last, write_id: uuid() } }]);
  await other.close();
  expect(await toldOf(last.id)).toEqual([ben.id]);
});

test('what was committed while the connection broke is told of before the next that asks', async () => {
  let cut = false;
  const breaking: Database = {
    ...db.database,
    async carryOut(statement) {
      const result = await db.database.carryOut(statement);
      if (cut) return result;
      cut = true;
      throw Object.assign(new Error('the answer to the statement is lost'), { code: 'CONNECTION_CLOSED' });
    },
  };
  const other = createFeatureWorld(breaking);
  const post = world.postDocument(ana);
  const [answer] = await other.engine.push({ userId: ana.id }, [
    { collection: 'posts', assumed: [], document: { ...post, write_id: uuid() } },
  ]);
  expect([cut, answer?.code]).toEqual([true, null]);
  await other.engine.settled();
  expect([await toldOf(post.id), await untold()]).toEqual([[ben.id], 0]);
  await other.close();
});

test('while the database cannot be had nothing overtakes its telling, and what is waiting and found as well is told of once', async () => {
  let broken = true;
  const gone = () => Promise.reject(Object.assign(new Error('the database is starting up'), { code: '57P03' }));
  const breaking: Database = {
    ...db.database,
    read: (work) => (broken ? gone() : db.database.read(work)),
    carryOut: (statement) => (broken ? gone() : db.database.carryOut(statement)),
  };
  const other = createFeatureWorld(breaking);
  const pushTo = (document: { id: string } & Record<string, unknown>) =>
    other.engine.push({ userId: ana.id }, [{ collection: 'posts', assumed: [], document: { ...document, write_id: uuid() } }]);
  await expect(pushTo(world.postDocument(ana))).rejects.toMatchObject({ code: '57P03' });
  broken = false;
  const post = world.postDocument(ana);
  await pushTo(post);
  await other.engine.settled();
  expect([await toldOf(post.id), await untold()]).toEqual([[ben.id], 0]);
  await other.close();
});
