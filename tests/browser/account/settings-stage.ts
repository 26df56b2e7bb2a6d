/** Ana and her friend Ben, and the rows of the settings, which are changed in place. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { offlineTest } from '../../support/fixtures/browser.ts';

export const test = offlineTest.extend('people', async ({ circle }) => {
  const [ana, ben] = [
    await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

export const row = (page: Page, name: string) => page.getByRole('button', { name });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
