/** The rows of the settings that lead to further rows. */
import type { Page } from 'playwright-core';

const opening = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name }).waitFor();
};

/** Opens the rows of the account and of signing in. */
export const openAccount = opening('Account and sign-in');
/** Opens the rows of what this device stores. */
export const openDevice = opening('On this device');
/** Opens the links to the pages about Kith. */
export const openAbout = opening('About Kith');
