import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let members: Member[];

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  members = [];
  for (let i = 0; i < 8; i += 1) members.push(await world.signUp(`M${i}`));
  // Poison that only the database knows of: the statement that writes it fails, and with it the transaction.
  await db.sql.unsafe(`
    create function no_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger no_poison before insert on posts for each row when (new.content = 'poison') execute function no_poison()`);
});
afterAll(async () => {
  await world.close();
  await db.close();
});

const ana = (): Member => members[0] as Member;

/** How many transactions wrote these rows. */
async function transactionsOf(table: 'posts' | 'post_comments' | 'group_messages', ids: readonly string[]): Promise<number> {
  const rows = await db.sql`select distinct xmin::text from ${db.sql(table)} where id = any(${ids as string[]}::uuid[])`;
  return rows.length;
}

test('pushes that arrive together share transactions, and each gets its own answer', async () => {
  const posts = members.flatMap((author) =>
    [1, 2, 3].map((n) => ({ author, document: world.postDocument(author, { content: `post ${n}` }) })),
  );
  const answers = await Promise.all(posts.map(({ author, document }) => world.push(author, 'posts', document)));
  expect(answers.map(({ id, code, document }) => [id, code, document?.author_id])).toEqual(
    posts.map(({ author, document }) => [document.id, null, author.id]),
  );
  expect(
    await transactionsOf(
      'posts',
      posts.map(({ document }) => document.id),
    ),
  ).toBeLessThan(posts.length / 2);
});

test('so do comments, messages, and posts to some', async () => {
  const first = await world.signUp('First');
  const circle = [first];
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) circle.push(await world.signUp(name));
  for (const other of circle.slice(1)) await world.befriend(first, other);
  const post = await world.post(first, { audience: 'friends' });
  const group = await world.group(first, ...circle.slice(1));
  const written = {
    post_comments: circle.map((author) => ({ author, document: world.commentDocument(author, post) })),
    group_messages: circle.map((author) => ({ author, document: world.messageDocument(author, group) })),
    posts: circle.slice(1).map((author) => ({
      author,
      document: world.postDocument(author, { audience: 'specific', chosen: [first] }),
    })),
  };
  const collections = { post_comments: 'comments', group_messages: 'group_messages', posts: 'posts' } as const;
  for (const table of ['post_comments', 'group_messages', 'posts'] as const) {
    const answers = await Promise.all(written[table].map(({ author, document }) => world.push(author, collections[table], document)));
    expect(answers.map(({ code, document }) => [code, document?.id])).toEqual(written[table].map(({ document }) => [null, document.id]));
    const ids = written[table].map(({ document }) => document.id);
    expect(await transactionsOf(table, ids)).toBeLessThan(ids.length);
  }
  expect(world.logged.join('\n')).not.toContain('goes on its own');
});

test('a refusal takes nobody along, and is judged anew when it comes again', async () => {
  const [ben, eva] = [members[1] as Member, members[2] as Member];
  const post = await world.post(ana());
  const writeId = uuid();
  const hidden = { ...world.commentDocument(ben, post), write_id: writeId };
  const push = () => Promise.all([world.push(ben, 'comments', hidden), world.push(ana(), 'comments', world.commentDocument(ana(), post))]);
  expect((await push()).map(({ code }) => code)).toEqual(['POST_NOT_FOUND', null]);
  await world.befriend(ana(), ben);
  expect((await push()).map(({ code }) => code)).toEqual([null, null]);
  // Somebody else's write id, and one's own again.
  const theft = { ...world.postDocument(eva), write_id: writeId };
  const [stolen, again] = await Promise.all([world.push(eva, 'posts', theft), world.push(ben, 'comments', hidden)]);
  expect([stolen?.code, stolen?.document, again?.code]).toEqual(['INVALID', null, null]);
  const count = await db.sql`select from post_comments where write_id = ${writeId}`;
  expect(count).toHaveLength(1);
});

test('the same write twice at once is carried out once', async () => {
  const document = { ...world.postDocument(ana()), write_id: uuid() };
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.push(ana(), 'posts', document)));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => null));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await db.sql`select from posts where id = ${document.id}`).toHaveLength(1);
});

test('one that fails in the database does so alone', async () => {
  const documents = members.map((author, index) => ({
    author,
    document: world.postDocument(author, { content: index === 3 ? 'poison' : 'bread' }),
  }));
  const answers = await Promise.all(documents.map(({ author, document }) => world.push(author, 'posts', document)));
  expect(answers.map(({ code }) => code)).toEqual(documents.map((_, index) => (index === 3 ? 'INVALID' : null)));
  expect(world.logged.join('\n')).not.toContain('bread');
});

test('what depends on each other within a push comes in its order', async () => {
  const post = world.postDocument(ana());
  const comment = world.commentDocument(ana(), post.id);
  const answers = await world.engine.push(
    { userId: ana().id },
    (
      [
        ['posts', post],
        ['comments', comment],
      ] as const
    ).map(([collection, document]) => ({ collection, assumed: [], document: { ...document, write_id: uuid() } })),
  );
  expect(answers.map(({ code, document }) => [code, document?.id])).toEqual([
    [null, post.id],
    [null, comment.id],
  ]);
});

test('who is signed out writes nothing, and takes nobody along who wrote at the same moment', async () => {
  const sessionOf = async (member: Member, expires: string) => {
    const id = uuid();
    await db.sql`
      insert into sessions (id, user_id, family_hash, token_hash, expires_at, device)
      values (${id}, ${member.id}, ${Buffer.from('f')}, ${Buffer.from('t')}, now() + ${expires}::interval, 'test')`;
    return id;
  };
  const [ben, eva] = [members[1] as Member, members[2] as Member];
  const [bens, evas] = [await sessionOf(ben, '1 day'), await sessionOf(eva, '-1 second')];
  const ended = await sessionOf(ana(), '1 day');
  await db.sql`delete from sessions where id = ${ended}`;
  const push = (member: Member, session: string) => {
    const document = { ...world.postDocument(member), write_id: uuid() };
    const answers = world.engine.push({ userId: member.id }, [{ collection: 'posts', assumed: [], document }], session);
    return { document, answers: answers.catch((error: Error) => error) };
  };
  const pushes = [push(ben, bens), push(eva, evas), push(ana(), ended), push(ben, bens)];
  const answers = await Promise.all(pushes.map((one) => one.answers));
  expect(answers.map((answer) => (Array.isArray(answer) ? answer[0]?.code : answer))).toEqual([
    null,
    expect.objectContaining({ status: 401 }),
    expect.objectContaining({ status: 401 }),
    null,
  ]);
  const written = await db.sql<{ id: string }[]>`select id from posts where id = any(${pushes.map(({ document }) => document.id)}::uuid[])`;
  expect(written.map((row) => row.id).sort()).toEqual([pushes[0]?.document.id, pushes[3]?.document.id].sort());

  // Nothing of it is remembered as done: after the next sign-in the same writes are carried out.
  const again = await sessionOf(ana(), '1 day');
  const late = pushes[2]?.document as { id: string; write_id: string };
  const [answer] = await world.engine.push({ userId: ana().id }, [{ collection: 'posts', assumed: [], document: late }], again);
  expect(answer).toMatchObject({ code: null, document: { id: late.id } });

  // What does not share is asked as well.
  const alone = [{ collection: 'posts', assumed: [uuid()], document: { ...world.postDocument(eva), write_id: uuid() } }];
  await expect(world.engine.push({ userId: eva.id }, alone, evas)).rejects.toMatchObject({ status: 401 });
  await expect(world.engine.push({ userId: eva.id }, [], evas)).rejects.toMatchObject({ status: 401 });
});
