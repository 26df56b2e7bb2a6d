import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest, openCircle } from '../../../tests/support/fixtures/circle.ts';
import { newPost } from '../../../tests/support/rows.ts';

const test = circleTest
  /** eight members who do not know each other */
  .extend('members', { scope: 'file' }, ({ circle }) => Promise.all(Array.from({ length: 8 }, (_, i) => circle.signUp(`M${i}`))))
  /** three more, who are new in each test */
  .extend('people', async ({ circle }) => ({
    ana: await circle.signUp('Ana'),
    ben: await circle.signUp('Ben'),
    eva: await circle.signUp('Eva'),
  }))
  /** The number of transactions in which these rows were written. */
  .extend(
    'transactionsOf',
    ({ db }) =>
      async (table: 'posts' | 'post_comments' | 'group_messages', ids: readonly string[]): Promise<number> => {
        const rows = await db.sql`select distinct xmin::text from ${db.sql(table)} where id = any(${ids as string[]}::uuid[])`;
        return rows.length;
      },
  );

test('pushes that arrive together share transactions, and each gets its own answer', async ({ circle, members, transactionsOf }) => {
  const posts = members.flatMap((author) =>
    [1, 2, 3].map((n) => ({ author, document: circle.postDocument(author, { content: `post ${n}` }) })),
  );
  const answers = await Promise.all(posts.map(({ author, document }) => circle.push(author, 'posts', document)));
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

test('comments, messages and posts to chosen people share transactions too', async ({ circle, transactionsOf }) => {
  const first = await circle.signUp('First');
  const all = [first];
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) all.push(await circle.signUp(name));
  for (const other of all.slice(1)) await circle.befriend(first, other);
  const post = await circle.post(first, { audience: 'friends' });
  const group = await circle.group(first, ...all.slice(1));
  const written = {
    post_comments: all.map((author) => ({ author, document: circle.commentDocument(author, post) })),
    group_messages: all.map((author) => ({ author, document: circle.messageDocument(author, group) })),
    posts: all.slice(1).map((author) => ({
      author,
      document: circle.postDocument(author, { audience: 'specific', chosen: [first] }),
    })),
  };
  const collections = { post_comments: 'comments', group_messages: 'group_messages', posts: 'posts' } as const;
  for (const table of ['post_comments', 'group_messages', 'posts'] as const) {
    const answers = await Promise.all(written[table].map(({ author, document }) => circle.push(author, collections[table], document)));
    expect(answers.map(({ code, document }) => [code, document?.id])).toEqual(written[table].map(({ document }) => [null, document.id]));
    const ids = written[table].map(({ document }) => document.id);
    expect(await transactionsOf(table, ids)).toBeLessThan(ids.length);
  }
});

test('a refusal affects no other write, and a repeated write is judged again', async ({ db, circle, people: { ana, ben, eva } }) => {
  const post = await circle.post(ana);
  const writeId = uuid();
  const hidden = { ...circle.commentDocument(ben, post), write_id: writeId };
  const push = () => Promise.all([circle.push(ben, 'comments', hidden), circle.push(ana, 'comments', circle.commentDocument(ana, post))]);
  expect((await push()).map(({ code }) => code)).toEqual(['POST_NOT_FOUND', null]);
  await circle.befriend(ana, ben);
  expect((await push()).map(({ code }) => code)).toEqual([null, null]);
  // Another member reuses the write id, and its owner sends it again.
  const theft = { ...circle.postDocument(eva), write_id: writeId };
  const [stolen, again] = await Promise.all([circle.push(eva, 'posts', theft), circle.push(ben, 'comments', hidden)]);
  expect([stolen?.code, stolen?.document, again?.code]).toEqual(['INVALID', null, null]);
  const count = await db.sql`select from post_comments where write_id = ${writeId}`;
  expect(count).toHaveLength(1);
});

test('the same write sent several times at once is carried out once', async ({ db, circle, people: { ana } }) => {
  const document = { ...circle.postDocument(ana), write_id: uuid() };
  const answers = await Promise.all(Array.from({ length: 6 }, () => circle.push(ana, 'posts', document)));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => null));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await db.sql`select from posts where id = ${document.id}`).toHaveLength(1);
});

test('a member whose account was deleted before their write is sent to sign in, by push and by create', async ({ circle }) => {
  const gone = { ...(await circle.signUp('Gone')), id: uuid() };
  const document = circle.postDocument(gone);
  const pushed = circle.engine.push({ userId: gone.id }, [
    { collection: 'posts', assumed: [], document: { ...document, write_id: uuid() } },
  ]);
  await expect(pushed).rejects.toMatchObject({ status: 401 });
  const post = newPost(gone, 'x');
  await expect(circle.engine.create('posts', { userId: gone.id }, uuid(), post)).rejects.toMatchObject({ status: 401 });
});

test('a creation that fails in the database fails alone', async ({ db, members }) => {
  // A fault that only the database knows: the statement that writes this text fails, and with it the transaction.
  await db.sql.unsafe(`
    create function no_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger no_poison before insert on posts for each row when (new.content = 'poison') execute function no_poison()`);
  // With its own log, because the failure is logged.
  const other = openCircle(db.database);
  onTestFinished(() => other.close());
  const documents = members.map((author, index) => ({
    author,
    document: other.postDocument(author, { content: index === 3 ? 'poison' : 'bread' }),
  }));
  const answers = await Promise.all(documents.map(({ author, document }) => other.push(author, 'posts', document)));
  expect(answers.map(({ code }) => code)).toEqual(documents.map((_, index) => (index === 3 ? 'INVALID' : null)));
  expect(other.logged.join('\n')).toContain('unexpected error');
  expect(other.logged.join('\n')).not.toContain('bread');
});

test('changes of one push that depend on each other are carried out in order', async ({ circle, people: { ana } }) => {
  const post = circle.postDocument(ana);
  const comment = circle.commentDocument(ana, post.id);
  const answers = await circle.engine.push(
    { userId: ana.id },
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

test('creations between other changes of a push share transactions, in the order of the push', async ({
  db,
  circle,
  people: { ana },
  transactionsOf,
}) => {
  const group = await circle.group(ana);
  const messages = [1, 2, 3, 4].map((n) => circle.messageDocument(ana, group, `message ${n}`));
  const [first, second, ...later] = messages.map((document) => ['group_messages', document] as const);
  const theme = ['settings', { id: `${ana.id}|theme`, user_id: ana.id, key: 'theme', value: 'dark' }] as const;
  const answers = await circle.engine.push(
    { userId: ana.id },
    [first, second, theme, ...later].map((change) => ({
      collection: change?.[0],
      assumed: [],
      document: { id: '', ...change?.[1], write_id: uuid() },
    })),
  );
  expect(answers.map(({ code }) => code)).toEqual([null, null, null, null, null]);
  const ids = messages.map(({ id }) => id);
  expect(await transactionsOf('group_messages', ids)).toBe(2);
  const written = await db.sql<{ id: string; seq: string }[]>`
    select doc_id as id, seq from changes where doc_id = any (${[...ids, theme[1].id]}) and collection = 'group_messages' order by seq`;
  expect(written.map(({ id }) => id)).toEqual(ids);
});

test('rows of one push have times in the order in which they were written, also in one statement', async ({
  circle,
  people: { ana },
  transactionsOf,
}) => {
  const posts = Array.from({ length: 5 }, (_, n) => circle.postDocument(ana, { content: `post ${n}` }));
  const answers = await circle.engine.push(
    { userId: ana.id },
    posts.map((document) => ({ collection: 'posts', assumed: [], document: { ...document, write_id: uuid() } })),
  );
  expect(
    await transactionsOf(
      'posts',
      posts.map(({ id }) => id),
    ),
  ).toBe(1);
  const times = answers.map(({ document }) => String(document?.created_at));
  expect(new Set(times).size).toBe(5);
  expect(times).toEqual(times.toSorted());
});

test('a row that is created and changed in one push is answered as it is after both', async ({ circle, people: { ana } }) => {
  const created = { ...circle.postDocument(ana), write_id: uuid() };
  const changed = { ...created, write_id: uuid(), content: 'changed', visibility_type: 'private' };
  const answers = await circle.engine.push({ userId: ana.id }, [
    { collection: 'posts', assumed: [], document: created },
    { collection: 'posts', assumed: [created.write_id], document: changed },
  ]);
  const { content, visibility_type, write_id } = changed;
  for (const answer of answers) expect(answer).toMatchObject({ code: null, document: { content, visibility_type, write_id } });
});

test('a creation that is refused begins no transaction; a repeated one runs its command in one', async ({
  db,
  circle,
  people: { ana, ben },
}) => {
  const hidden = await circle.post(ana);
  let transactions = 0;
  const counting = openCircle({
    ...db.database,
    writePipelined(work) {
      transactions += 1;
      return db.database.writePipelined(work);
    },
  });
  onTestFinished(() => counting.close());
  expect((await counting.push(ben, 'comments', counting.commentDocument(ben, hidden))).code).toBe('POST_NOT_FOUND');
  expect(transactions).toBe(0);
  const document = { ...counting.postDocument(ben), write_id: uuid() };
  expect((await counting.push(ben, 'posts', document)).code).toBeNull();
  expect(transactions).toBe(0);
  expect((await counting.push(ben, 'posts', document)).code).toBeNull();
  expect(transactions).toBe(1);
});

test('a signed-out member writes nothing, and affects nobody who writes at the same time', async ({
  db,
  circle,
  people: { ana, ben, eva },
}) => {
  const sessionOf = async (member: Member, expires: string) => {
    const id = uuid();
    await db.sql`
      insert into sessions (id, user_id, family_hash, token_hash, expires_at, device)
      values (${id}, ${member.id}, ${Buffer.from('f')}, ${Buffer.from('t')}, now() + ${expires}::interval, 'test')`;
    return id;
  };
  const [bens, evas] = [await sessionOf(ben, '1 day'), await sessionOf(eva, '-1 second')];
  const ended = await sessionOf(ana, '1 day');
  await db.sql`delete from sessions where id = ${ended}`;
  const push = (member: Member, session: string) => {
    const document = { ...circle.postDocument(member), write_id: uuid() };
    const answers = circle.engine.push({ userId: member.id }, [{ collection: 'posts', assumed: [], document }], session);
    return { document, answers: answers.catch((error: Error) => error) };
  };
  const pushes = [push(ben, bens), push(eva, evas), push(ana, ended), push(ben, bens)];
  const answers = await Promise.all(pushes.map((one) => one.answers));
  expect(answers.map((answer) => (Array.isArray(answer) ? answer[0]?.code : answer))).toEqual([
    null,
    expect.objectContaining({ status: 401 }),
    expect.objectContaining({ status: 401 }),
    null,
  ]);
  const written = await db.sql<{ id: string }[]>`select id from posts where id = any(${pushes.map(({ document }) => document.id)}::uuid[])`;
  expect(written.map((row) => row.id).sort()).toEqual([pushes[0]?.document.id, pushes[3]?.document.id].sort());

  // The refused writes are not remembered as done: after the next sign-in they are carried out.
  const again = await sessionOf(ana, '1 day');
  const late = pushes[2]?.document as { id: string; write_id: string };
  const [answer] = await circle.engine.push({ userId: ana.id }, [{ collection: 'posts', assumed: [], document: late }], again);
  expect(answer).toMatchObject({ code: null, document: { id: late.id } });

  // Pushes that do not share a statement are checked too.
  const alone = [{ collection: 'posts', assumed: [uuid()], document: { ...circle.postDocument(eva), write_id: uuid() } }];
  await expect(circle.engine.push({ userId: eva.id }, alone, evas)).rejects.toMatchObject({ status: 401 });
  await expect(circle.engine.push({ userId: eva.id }, [], evas)).rejects.toMatchObject({ status: 401 });
});
