/** Ana, who signs in by other ways than her password alone. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import type { Authenticator } from '../../support/authenticator.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';

export const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ name: 'localhost' }))
  .extend('ana', ({ circle }) => circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }));

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const row = (page: Page, name: string) => page.getByRole('button', { name });
export const posts = (page: Page) => page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();

export async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await upToDate(page);
  await button(page, 'Sign out').click();
  await page.getByText('Join Your Tribe').or(page.getByText('Forgot password?')).first().waitFor();
  await page.goto('/auth');
  await button(page, 'Login').waitFor();
}

/**
 * Presses the passkey button while nobody attends to the device, and comes to the device once the press counts. What the address field
 * offers at the same time would use a person who is there earlier, and sign in before the press.
 */
export async function signInByPasskey(page: Page, device: Authenticator): Promise<void> {
  let attend: () => void = () => undefined;
  const attended = new Promise<void>((resolve) => {
    attend = resolve;
  });
  await page.route('**/api/auth/passkeys/sign-in/options', async (route) => {
    await attended;
    await route.continue();
  });
  const press = button(page, 'Sign in with a passkey');
  await press.click();
  await press.and(page.locator('[aria-busy=true]')).waitFor();
  await device.attends(true);
  // The route stays: taking it off would answer the held request a second time.
  attend();
}
