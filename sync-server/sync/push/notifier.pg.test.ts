import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest, type OpenCircle, openCircle } from '../../../tests/support/fixtures/circle.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { SyncEngine } from '../create-engine.ts';

const test = circleTest
  /** Ana and Ben, who are friends. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** A second process on the database, or on a test's wrapper around the database. It ends with the test. */
  .extend('openOther', async ({ db }, { onCleanup }) => {
    const others: OpenCircle[] = [];
    onCleanup(async () => {
      for (const other of others) await other.close();
    });
    return (database: Database = db.database): OpenCircle => {
      const other = openCircle(database);
      others.push(other);
      return other;
    };
  })
  /** Makes what a process leaves that ends between writing this post and making its notifications. */
  .extend('leaveUntold', ({ db }) => async (post: string, by: Member): Promise<void> => {
    await db.sql`delete from notifications where related_post_id = ${post}`;
    await db.sql`
      insert into unnotified (write_id, user_id, collection, doc_id)
      select write_id, ${by.id}, 'posts', id from posts where id = ${post}`;
  })
  /** who was notified of a post */
  .extend('toldOf', ({ db }) => async (post: string): Promise<string[]> => {
    const rows = await db.sql<{ user_id: string }[]>`select user_id from notifications where related_post_id = ${post}`;
    return rows.map((row) => row.user_id);
  })
  /** how many rows still wait for their notifications */
  .extend(
    'untold',
    ({ db }) =>
      async () =>
        (await db.sql`select from unnotified`).length,
  );

/** A push that does not wait for its notifications. */
const push = (engine: SyncEngine, member: Member, collection: CollectionName, document: { id: string } & Record<string, unknown>) =>
  engine.push({ userId: member.id }, [{ collection, assumed: [], document: { ...document, write_id: uuid() } }]);

test('rows that an ended process left notify members once, whichever process finds them', async ({
  circle,
  openOther,
  leaveUntold: leaveUnnotified,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana, ben },
}) => {
  const posts = [await circle.post(ana), await circle.post(ana), await circle.post(ana)];
  for (const post of posts) await leaveUnnotified(post, ana);
  const others = [openOther(), openOther(), openOther()];
  await Promise.all(others.map((other) => other.engine.notifyWaiting()));
  for (const post of posts) expect(await notifiedOf(post)).toEqual([ben.id]);
  expect(await waitingRows()).toBe(0);
});

test('a row whose notifications fail is dropped and logged, and the other rows notify members', async ({
  db,
  circle,
  openOther,
  leaveUntold: leaveUnnotified,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana, ben },
}) => {
  const broken = await circle.post(ana);
  const sound = await circle.post(ana);
  await leaveUnnotified(broken, ana);
  await leaveUnnotified(sound, ana);
  await db.sql.unsafe(`alter table notifications add constraint no_notice check (related_post_id <> '${broken}')`);
  const other = openOther();
  await other.engine.notifyWaiting();
  expect(await notifiedOf(broken)).toEqual([]);
  expect(await notifiedOf(sound)).toEqual([ben.id]);
  expect(await waitingRows()).toBe(0);
  expect(other.logged.join('')).toContain('could not notify members of a new row');
  await db.sql`alter table notifications drop constraint no_notice`;
});

test('a row that was deleted before its notifications are made notifies nobody', async ({
  db,
  circle,
  openOther,
  leaveUntold: leaveUnnotified,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana },
}) => {
  const post = await circle.post(ana);
  await leaveUnnotified(post, ana);
  await db.sql`delete from posts where id = ${post}`;
  const other = openOther();
  await other.engine.notifyWaiting();
  expect([await notifiedOf(post), await waitingRows(), other.logged]).toEqual([[], 0, []]);
});

test('an act, a pull and the end of the process come after the notifications of earlier writes', async ({
  circle,
  openOther,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana, ben },
}) => {
  const answered = circle.postDocument(ana);
  await push(circle.engine, ana, 'posts', answered);
  await circle.done(ben, 'settings', { id: settingId(ben.id, 'theme'), user_id: ben.id, key: 'theme', value: 'dark' });
  expect(await notifiedOf(answered.id)).toEqual([ben.id]);

  const pulled = circle.postDocument(ana);
  await push(circle.engine, ana, 'posts', pulled);
  const page = await circle.engine.pull(ben.id, { epoch: null, collections: { notifications: { checkpoint: {}, limit: 100 } } });
  expect(page.collections.notifications?.documents.map((row) => row.related_post_id)).toContain(pulled.id);

  const parted = circle.postDocument(ana);
  await push(circle.engine, ana, 'posts', parted);
  await push(circle.engine, ben, 'friends', { id: friendRowId(ben.id, ana.id), _deleted: true });
  await circle.engine.settled();
  expect([await notifiedOf(parted.id), await waitingRows()]).toEqual([[], 0]);

  await circle.befriend(ana, ben);
  const other = openOther();
  const last = circle.postDocument(ana);
  await push(other.engine, ana, 'posts', last);
  await other.close();
  expect(await notifiedOf(last.id)).toEqual([ben.id]);
});

test('a row that was committed while the connection broke notifies members before the next caller goes on', async ({
  db,
  circle,
  openOther,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana, ben },
}) => {
  let cut = false;
  const breaking: Database = {
    ...db.database,
    async writeStatement(statement) {
      const result = await db.database.writeStatement(statement);
      if (cut) return result;
      cut = true;
      throw Object.assign(new Error('the answer to the statement is lost'), { code: 'CONNECTION_CLOSED' });
    },
  };
  const other = openOther(breaking);
  const post = circle.postDocument(ana);
  const [answer] = await push(other.engine, ana, 'posts', post);
  expect([cut, answer?.code]).toEqual([true, null]);
  await other.engine.settled();
  expect([await notifiedOf(post.id), await waitingRows()]).toEqual([[ben.id], 0]);
});

test('while the database is unavailable no act overtakes notifications, and a row that is both queued and found notifies once', async ({
  db,
  circle,
  openOther,
  toldOf: notifiedOf,
  untold: waitingRows,
  people: { ana, ben },
}) => {
  let broken = true;
  const gone = () => Promise.reject(Object.assign(new Error('the database is starting up'), { code: '57P03' }));
  const breaking: Database = {
    ...db.database,
    read: (work) => (broken ? gone() : db.database.read(work)),
    writeStatement: (statement) => (broken ? gone() : db.database.writeStatement(statement)),
  };
  const other = openOther(breaking);
  await expect(push(other.engine, ana, 'posts', circle.postDocument(ana))).rejects.toMatchObject({ code: '57P03' });
  broken = false;
  const post = circle.postDocument(ana);
  await push(other.engine, ana, 'posts', post);
  await other.engine.settled();
  expect([await notifiedOf(post.id), await waitingRows()]).toEqual([[ben.id], 0]);
});
