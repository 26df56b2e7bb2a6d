/** Ana, who gets every piece of the app from the server. */
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { withoutServiceWorker } from '../../support/pieces.ts';

export const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** Ana, who gets every piece of the app from the server */
  .extend('page', async ({ open, ana }) => {
    const { page } = await open(ana, { at: 'about:blank' });
    await withoutServiceWorker(page);
    return page;
  });
