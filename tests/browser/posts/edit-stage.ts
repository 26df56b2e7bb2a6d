/** Ana, who edits her posts, and her friend with a friend of his own. */
import type { Page } from 'playwright-core';
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  /** Ana's friend is Ben, and Ben's other friend is Cleo. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Marsh')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, cleo);
    return { ana, ben, cleo };
  });
export const saved = (page: Page) => page.waitForURL(/\/posts\/[0-9a-f-]+$/);
