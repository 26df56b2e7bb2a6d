import { randomUUID } from 'node:crypto';
import type { RxDocument } from 'rxdb';
import { Observable } from 'rxjs';
import { expect } from 'vitest';
import { test as storeTest } from '../../../../tests/support/fixtures/local-store.ts';
import { newPost } from '../../../../tests/support/rows.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { heldQuery, type RowQuery } from './held-query.ts';

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

test('a query that failed answers who asks it anew, and all who still wait for it', ({ store }) => {
  let fails = true;
  const $ = new Observable<RxDocument<Post>[]>((to) => (fails ? to.error(new Error('away')) : to.next([])));
  const query = heldQuery({ collection: store.collections.posts, $ } as unknown as RowQuery<Post>);
  const seen: unknown[] = [];
  query.subscribe(() => seen.push(query.answer()?.error ?? query.answer()?.rows), idsOf);
  fails = false;
  query.subscribe(() => undefined, idsOf);
  expect(seen).toEqual([new Error('away'), []]);
});
