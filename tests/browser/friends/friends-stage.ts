/** Ana on her friends page, and its form for invitations. */
import type { Locator, Page } from 'playwright-core';
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  /** Ana's friend is Ben, and Ben's other friend is Carl. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Carl Vik')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, carl);
    return { ana, ben, carl };
  })
  /** Ana, on her friends screen */
  .extend('page', async ({ open, people }) => {
    const { page } = await open(people.ana, { at: '/friends' });
    await page.getByText('1 of 8').waitFor();
    return page;
  });

export const invite = (page: Page) => page.getByRole('button', { name: 'Invite', exact: true }).click();
export const submit = (page: Page): Locator => page.getByRole('button', { name: 'Send Invitation' });
export const send = (page: Page) => submit(page).click();
