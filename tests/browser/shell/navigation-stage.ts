/** A reader of pages that are long enough to scroll. */
import type { Page } from 'playwright-core';
import { test as browserTest } from '../../support/fixtures/browser.ts';

/** Enough posts to scroll, in the feed and in the notifications. */
const POSTS = 12;

export const test = browserTest
  /** Ana, who wrote a post, and her friend Ben, who wrote many. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    const ownPost = await circle.post(ana, { content: 'From Ana' });
    for (let number = 1; number <= POSTS; number += 1) await circle.post(ben, { content: `Letter ${number}` });
    return { ana, ben, ownPost };
  });

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** The index of the page in the history of this tab. */
export const index = (page: Page) => page.evaluate(() => (window.history.state as { idx?: number }).idx);
