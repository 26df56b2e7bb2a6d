import { randomUUID } from 'node:crypto';
import type { RxDocument } from 'rxdb';
import { Observable } from 'rxjs';
import { describe, expect } from 'vitest';
import { test as storeTest } from '../../../../tests/support/fixtures/local-store.ts';
import { newPost } from '../../../../tests/support/rows.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { heldQuery, type RowQuery } from './held-query.ts';
import { type UnderWay, whileUnderWay } from './under-way.ts';

type Post = LocalRow<'posts'>;
const idsOf = (documents: readonly RxDocument<Post>[]) => documents.map((document) => document.toJSON() as Post);

const test = storeTest
  .extend('author', () => randomUUID())
  .extend(
    'write',
    ({ store, author }) =>
      (content: string) =>
        store.storeRow('posts', newPost({ id: author }, content)),
  )
  /** the query for posts by this member */
  .extend(
    'postsOf',
    ({ store }) =>
      (author_id: string) =>
        heldQuery(store.collections.posts.find({ selector: { author_id } }) as RowQuery<Post>),
  );

test('rows that nobody shows any more stay current, and are there at once for who asks again', async ({ author, write, postsOf }) => {
  await write('first');
  const leave = postsOf(author).subscribe(() => undefined, idsOf);
  await expect.poll(() => postsOf(author).answer()?.rows?.length).toBe(1);
  leave();
  await write('second');
  await expect
    .poll(() =>
      postsOf(author)
        .answer()
        ?.rows?.map(({ content }) => content)
        .sort(),
    )
    .toEqual(['first', 'second']);
});

test('a query that was left before its first answer, and the longest unused of many, are asked anew', async ({ author, postsOf }) => {
  postsOf(author).subscribe(() => undefined, idsOf)();
  const others = Array.from({ length: 41 }, () => randomUUID());
  for (const other of others) {
    const leave = postsOf(other).subscribe(() => undefined, idsOf);
    await expect.poll(() => postsOf(other).answer()?.rows).toEqual([]);
    leave();
  }
  const answers = [author, ...others].map((id) => postsOf(id).answer()?.rows);
  expect(answers.map((rows) => rows?.length)).toEqual([undefined, undefined, ...others.slice(1).map(() => 0)]);
});

test('a row that another query holds is there at once for who asks for it by its id', async ({ store, author, write, postsOf }) => {
  await write('first');
  const leave = postsOf(author).subscribe(() => undefined, idsOf);
  await expect.poll(() => postsOf(author).answer()?.rows?.length).toBe(1);
  const byId = (id: string) => heldQuery(store.collections.posts.find({ selector: { id } }) as RowQuery<Post>);
  expect(byId(postsOf(author).answer()?.rows?.[0]?.id ?? '').answer()?.rows).toEqual(postsOf(author).answer()?.rows);
  expect(byId(randomUUID()).answer()).toBeUndefined();
  leave();
});

test('a query that failed answers who asks it anew, and all who still wait for it', ({ store }) => {
  let fails = true;
  const $ = new Observable<RxDocument<Post>[]>((to) => (fails ? to.error(new Error('away')) : to.next([])));
  const query = heldQuery({ collection: store.collections.posts, mangoQuery: { selector: {} }, $ } as unknown as RowQuery<Post>);
  const seen: unknown[] = [];
  query.subscribe(() => seen.push(query.answer()?.error ?? query.answer()?.rows), idsOf);
  fails = false;
  query.subscribe(() => undefined, idsOf);
  expect(seen).toEqual([new Error('away'), []]);
});

describe('what is under way to the store', () => {
  const rowOf = (id: string, content: string, newest: number) =>
    ({ ...newPost({ id: 'ana' }, content), id, newest, pending: 1, write_id: '' }) as unknown as UnderWay['row'];
  const test = storeTest
    /** three posts of which two are asked for, oldest first, and what is shown of them */
    .extend('shown', async ({ store }, { onCleanup }) => {
      for (const [nth, content] of ['one', 'two', 'three'].entries()) {
        await store.storeRow('posts', newPost({ id: 'ana' }, content, { created_at: new Date(1_000_000 - nth).toISOString() }));
      }
      const query = heldQuery(
        store.collections.posts.find({ selector: { author_id: 'ana' }, sort: [{ newest: 'asc' }], limit: 2 }) as RowQuery<Post>,
      );
      const shown = () => query.answer()?.rows?.map(({ content }) => content);
      onCleanup(query.subscribe(() => undefined, idsOf));
      await expect.poll(shown).toEqual(['one', 'two']);
      return shown;
    })
    .extend('held', () => {
      let settle = (_: unknown) => {};
      const write = new Promise((resolve) => {
        settle = resolve;
      });
      return { write: () => write, settle: (end: unknown) => settle(end) };
    });

  test('a row is shown at once, in its place and within the limit, and once only when the store has it', async ({ store, shown, held }) => {
    const id = randomUUID();
    const done = whileUnderWay(store.collections.posts, { id, row: rowOf(id, 'new', -5) }, held.write);
    expect(shown()).toEqual(['new', 'one']);
    await store.storeRow('posts', newPost({ id: 'ana' }, 'new', { id, created_at: new Date(2_000_000).toISOString() }));
    await expect.poll(shown).toEqual(['new', 'one']);
    held.settle(undefined);
    await done;
    await expect.poll(shown).toEqual(['new', 'one']);
  });

  test('rows of another query are not shown, and one that could not be written goes again', async ({ store, shown, held }) => {
    const other = { ...rowOf('other', 'by ben', -9), author_id: 'ben' } as unknown as UnderWay['row'];
    const writes = [
      whileUnderWay(store.collections.posts, { id: 'other', row: other }, held.write),
      whileUnderWay(store.collections.posts, { id: 'mine', row: rowOf('mine', 'new', -5) }, held.write),
    ];
    expect(shown()).toEqual(['new', 'one']);
    held.settle(Promise.reject(new Error('full')));
    expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect.poll(shown).toEqual(['one', 'two']);
  });

  test('a row that is being deleted is left out, and is there again if that fails', async ({ store, shown, held }) => {
    const one = await store.collections.posts.findOne({ selector: { content: 'one' } }).exec();
    const done = whileUnderWay(store.collections.posts, { id: one?.id ?? '', row: null }, held.write);
    expect(shown()).toEqual(['two']);
    held.settle(Promise.reject(new Error('full')));
    await expect(done).rejects.toThrow('full');
    await expect.poll(shown).toEqual(['one', 'two']);
  });
});
