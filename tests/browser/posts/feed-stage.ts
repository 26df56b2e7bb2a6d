/** Two readers of a feed that is longer than a screen. */
import type { Page } from 'playwright-core';
import { postAll } from '../../support/feed.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const OLDER_POSTS = 45;

export const test = browserTest
  /** Ana and Dora read what their friend Ben has written. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, dora] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Dora Vik')];
    for (const reader of [ana, dora]) await circle.befriend(reader, ben);
    await postAll(
      circle,
      ben,
      Array.from({ length: OLDER_POSTS }, (_, n) => `Older note ${n + 1}, from before`),
    );
    return { ana, ben, dora };
  });

export const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ });
export const newPosts = (page: Page, count: string) => page.getByRole('button', { name: count, exact: true });
