/** Addresses for visitors. */
import { describe, expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test } from '../../support/fixtures/browser.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { holdPiece } from '../../support/pieces.ts';
import { expectRedirect, heading, path, title } from './addresses-stage.ts';

describe('signed out', () => {
  test('every address leads where it should', async ({ page }) => {
    for (const own of ['/', '/auth', '/auth/reset-password']) {
      await expectRedirect(page, own, own);
      await heading(page).waitFor();
      expect(path(page)).toBe(own);
    }
    const members = ['/posts', '/posts/create', '/posts/1', '/posts/1/edit', '/friends', '/friends/1', '/groups', '/groups/create'];
    const more = ['/groups/1', '/groups/1/settings', '/notifications', '/settings', '/contact', '/terms', '/privacy', '/security'];
    for (const address of [...members, ...more]) await expectRedirect(page, address, '/auth');
    for (const address of ['/chat', '/nowhere', '/auth/nowhere', '/google-auth']) await expectRedirect(page, address, '/');
    await title(page).toBe('Home · Kith');
  });

  test('the landing page is there before its code, leads to signing in and up, and says when there is no network or no server', async ({
    open,
  }) => {
    const { page, context } = await open();
    const send = await holdPiece(page, 'visitor');
    await page.goto('/');
    await page.getByRole('region', { name: 'What you get' }).waitFor();
    expect(await page.locator('#static').count()).toBe(1);
    send();
    await page.locator('#static').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'What you get' }).waitFor();

    // A new page moves the focus to its heading and has its own title.
    await page.getByRole('link', { name: 'Login' }).press('Enter');
    await page.waitForURL('**/auth');
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    await hasFocus(heading(page));
    await title(page).toBe('Login · Kith');
    await page.goBack();
    await page.getByRole('link', { name: 'Join Your Tribe' }).click();
    await page.waitForURL('**/auth?mode=signup');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).waitFor();
    await page.goBack();

    const banner = page.getByRole('status');
    const picture = page.getByRole('img', { name: /open at the posts of friends/ });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await context.setOffline(true);
    await banner.filter({ hasText: 'Connection lost' }).waitFor();
    // The picture for the other theme was never loaded.
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture.waitFor({ state: 'detached' });
    await page.emulateMedia({ colorScheme: 'light' });
    await picture.waitFor();
    await context.setOffline(false);
    await banner.filter({ hasText: 'Connection lost' }).waitFor({ state: 'detached' });
    await page.route('**/api/health', (route) => route.abort('connectionrefused'));
    await page.reload();
    await banner.filter({ hasText: 'The server cannot be reached' }).waitFor();
    expect(await barriers(page, 'landing without a server')).toEqual([]);
    await page.unroute('**/api/health');
    await page.getByRole('button', { name: 'Retry' }).click();
    await banner.filter({ hasText: 'The server cannot be reached' }).waitFor({ state: 'detached' });
  });
});
