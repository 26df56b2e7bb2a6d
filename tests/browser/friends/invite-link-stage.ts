/** Mira, and the sheet in which she makes links that invite. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { test as browserTest } from '../../support/fixtures/browser.ts';

export const address = (): string => `${uuid()}@kith.test`;
/** The link as it is shown: its beginning. */
export const link = (page: Page) => page.getByRole('link', { name: /\/auth#invite=[\w-]{4}…$/ });
/** Its whole address. */
export const addressIn = async (page: Page): Promise<string> => (await link(page).getAttribute('href')) ?? '';
export const make = (page: Page) => page.getByRole('button', { name: 'Make a link' });

export const test = browserTest.extend('mira', async ({ circle }) => {
  const mira = await circle.signUp('Mira Holm', { email: address() });
  await circle.post(mira, { content: 'Soup on Sunday?' });
  return mira;
});

/** Opens the invite sheet on its link tab. */
export async function byLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByText('By link', { exact: true }).click();
}
