import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { FEED_PAGE_SIZE } from '../../../../schemas/posts/post-limits.ts';
import { test as storeTest } from '../../../../tests/support/fixtures/local-store.ts';
import { newPost } from '../../../../tests/support/rows.ts';
import { feedPageQuery } from './use-feed-page.ts';

const ben = randomUUID();
const carl = randomUUID();

const test = storeTest.extend('posts', { auto: true }, async ({ store }) => {
  for (let minute = 0; minute < 50; minute += 1)
    for (const author_id of [ben, carl])
      await store.storeRow(
        'posts',
        newPost({ id: author_id }, `${author_id === ben ? 'Ben' : 'Carl'} ${minute}`, {
          created_at: new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString(),
        }),
      );
});

/** The bounds within which the query reads the index, as RxDB has planned it. */
const planOf = (query: ReturnType<typeof feedPageQuery>) =>
  (query.getPreparedQuery() as unknown as { queryPlan: { index: string[]; startKeys: unknown[]; endKeys: unknown[] } }).queryPlan;

test('the first page of a member’s posts reads their newest posts alone, however many others wrote', async ({ store }) => {
  const query = feedPageQuery(store, { author: ben });
  const found = (await query.exec()).map(({ content }) => content);
  expect(found).toEqual(Array.from({ length: FEED_PAGE_SIZE }, (_, at) => `Ben ${49 - at}`));
  const { index, startKeys, endKeys } = planOf(query);
  expect(index.slice(-3, -1)).toEqual(['author_id', 'newest']);
  expect([startKeys.includes(ben), endKeys.includes(ben)]).toEqual([true, true]);
});

test('the next page begins after it and ends at its own bound', async ({ store }) => {
  const [last] = (await feedPageQuery(store, { author: ben }).exec()).slice(-1);
  const next = await feedPageQuery(store, { author: ben, after: last?.newest }).exec();
  expect(next.map(({ content }) => content).slice(0, 2)).toEqual(['Ben 29', 'Ben 28']);
  const bounded = await feedPageQuery(store, { author: ben, after: last?.newest, upTo: next[4]?.newest }).exec();
  expect(bounded.map(({ content }) => content)).toEqual(next.slice(0, 5).map(({ content }) => content));
});
