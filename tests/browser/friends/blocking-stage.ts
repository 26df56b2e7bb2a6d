/** Three members of whom two are no friends, and the menus that block and report. */
import type { Locator, Page } from 'playwright-core';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { noticeNetwork } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';

export const OPERATOR = 'operator@kith.test';

export const test = offlineTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: OPERATOR } }))
  /** Carl is a friend of Ana and of Ben. Ana and Ben are not friends. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Carl Vik')];
    await circle.befriend(carl, ana);
    await circle.befriend(carl, ben);
    return { ana, ben, carl };
  });

export const more = (within: Locator | Page): Locator => within.getByRole('button', { name: 'More', exact: true });
export const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });
export const back = async (page: Page, network: { heal: () => void }): Promise<void> => {
  network.heal();
  await noticeNetwork(page);
};
