import { expect } from 'vitest';
import { prepareContext, sessionState } from '../../support/browser.ts';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';

export const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** Ana's page in a browser where policy violations do not fail the test, and the complaints they cause. */
  .extend('attacked', async ({ chromium, app, circle, ana }, { onCleanup }) => {
    const context = await chromium.newContext({
      baseURL: app.url,
      storageState: sessionState(app.url, await circle.openSession(ana, 'a browser')),
    });
    onCleanup(() => context.close());
    const complaints: string[] = [];
    prepareContext(context, complaints);
    const page = await context.newPage();
    await page.goto('/posts');
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(complaints).toEqual([]);
    return { page, complaints };
  });
