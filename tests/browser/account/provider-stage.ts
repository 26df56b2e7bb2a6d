/** A server with a real identity provider, and the pages of that provider. */
import type { Page } from 'playwright-core';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { circleOf } from '../../support/fixtures/server.ts';
import { startRealProvider } from '../../support/oidc-provider.ts';
import { setUp } from '../../support/set-up-time.ts';
import { startApp } from '../../support/start-app.ts';

export const test = browserTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startRealProvider();
    onCleanup(() => provider.close());
    return provider;
  })
  .extend('server', { scope: 'file' }, async ({ db, provider, appBuilt: _ }, { onCleanup }) => {
    const server = await setUp('server', () => startApp({ on: db, env: { ...provider.env, SIGN_UP: 'invited' } }));
    onCleanup(() => server.close());
    provider.register(server.url);
    return server;
  })
  .extend('circle', { scope: 'file' }, ({ server }) => circleOf(server));

export const button = (page: Page) => page.getByRole('button', { name: 'Continue with Our house' });
export const path = (page: Page) => new URL(page.url()).pathname;

/** Signs in on the pages of the provider. */
export async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
