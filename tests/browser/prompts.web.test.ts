/** Messages that come and go, questions that are asked first, and the offer to install: when they show, and when they do not. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { openProfile, type Profile } from '../support/browser.ts';
import { comment, upToDate } from '../support/on-screen.ts';
import { person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
let server: TestServer;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  await register(server, ana);
  profile = await openProfile({ url: server.url });
  page = profile.page;
  await signIn(page, ana);
  await upToDate(page);
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: `test-results/prompts-${task.id}.png` });
  });
});

/** What a browser does when the page may be installed. */
const browserOffers = (on: Page) =>
  on.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        const counted = globalThis as { asked?: number };
        counted.asked = (counted.asked ?? 0) + 1;
        return Promise.resolve({ outcome: 'dismissed' });
      },
    });
    return window.dispatchEvent(offer);
  });
/** On the page where posts are written; ends on the feed. */
async function sharePost(text: string): Promise<void> {
  await page.getByLabel('What would you like to share?').fill(text);
  await page.getByRole('radio', { name: /^Friends/ }).check();
  await page.getByRole('button', { name: /^Create Post/ }).click();
  await page.getByRole('article').filter({ hasText: text }).waitFor();
}
const asked = () => page.evaluate(() => (globalThis as { asked?: number }).asked ?? 0);
const installCard = (on: Page) => on.getByRole('region', { name: 'Install' });
const toast = (text: string) => page.locator('[data-toast]').filter({ hasText: text });

test('the offer to install is kept, never opens by itself, and waits for the first post', async () => {
  // Cancelled: the browser's own bar does not come.
  expect(await browserOffers(page)).toBe(false);
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  expect(await installCard(page).count()).toBe(0);
  await page.goto('/posts/create');
  await browserOffers(page);
  await sharePost('The first post');
  await installCard(page).waitFor();
  expect(await asked()).toBe(0);
  expect(await barriers(page, 'the feed with the offer to install')).toEqual([]);
});

test('it opens the dialog of the browser once, is used up by it, and is not made again for seven days', async () => {
  await installCard(page).getByRole('button', { name: 'Install' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  expect(await asked()).toBe(1);
  await browserOffers(page);
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  expect(await installCard(page).count()).toBe(0);
  await page.evaluate(() => localStorage.setItem('installDismissedAt', String(Date.now() - 7 * 24 * 60 * 60 * 1000 + 60_000)));
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  expect(await installCard(page).count()).toBe(0);
  await page.evaluate(() => localStorage.setItem('installDismissedAt', String(Date.now() - 7 * 24 * 60 * 60 * 1000)));
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  await installCard(page).getByRole('button', { name: 'Not now' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  expect(await installCard(page).count()).toBe(0);
});

test('the installed app does not offer to install itself', async () => {
  await page.evaluate(() => localStorage.removeItem('installDismissedAt'));
  const session = await profile.context.newCDPSession(page);
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'display-mode', value: 'standalone' }] });
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  expect(await installCard(page).count()).toBe(0);
  await session.send('Emulation.setEmulatedMedia', { features: [] });
  await page.reload();
  await upToDate(page);
  await browserOffers(page);
  await installCard(page).waitFor();
});

test('on an iPhone it explains how, since no browser there asks', async () => {
  const phone = await openProfile({ url: server.url });
  await phone.context.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15',
    });
  });
  await signIn(phone.page, ana);
  await installCard(phone.page).getByRole('button', { name: 'Install' }).click();
  const sheet = phone.page.getByRole('dialog', { name: 'Add Kith to your Home Screen' });
  await sheet.getByText('Add to Home Screen').last().waitFor();
  expect(await barriers(phone.page, 'how to install on an iPhone')).toEqual([]);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await installCard(phone.page).count()).toBe(0);
  await phone.close();
});

test('a message goes after five seconds, stays while the pointer is over it or the focus in it, and can be closed by keys', async () => {
  await page.goto('/posts/create');
  await sharePost('Something to talk about');
  await toast('Post created successfully!').first().waitFor();
  await page.getByRole('article').filter({ hasText: 'Something to talk about' }).getByRole('link').first().click();
  await comment(page, 'As first said');
  await toast('Post created').first().waitFor({ state: 'detached' });

  await page.clock.install();
  const change = async (text: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('main').getByRole('listitem').getByRole('textbox').fill(text);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
  };
  const updated = toast('Comment updated successfully');
  await change('As then said');
  await updated.waitFor();
  await page.clock.fastForward(4900);
  expect(await updated.count()).toBe(1);
  await page.clock.fastForward(200);
  await updated.waitFor({ state: 'detached' });

  await change('Once more');
  await updated.hover();
  await page.clock.fastForward(60_000);
  expect(await updated.count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.keyboard.press('Alt+KeyT');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-toast]') !== null)).toBe(true);
  await page.clock.fastForward(60_000);
  expect(await updated.count()).toBe(1);
  await page.keyboard.press('Escape');
  await updated.waitFor({ state: 'detached' });
});

test('at most five are kept, the newest first, above what somebody writes, and read out', async () => {
  for (let turn = 1; turn <= 6; turn++) {
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('main').getByRole('listitem').getByRole('textbox').fill(`Turn ${turn}`);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: `Turn ${turn}` })
      .first()
      .waitFor();
    // Their time stands still, so that all of them are there at once.
    await page.getByRole('region', { name: 'Messages' }).dispatchEvent('pointerover');
  }
  expect(await page.locator('[data-toast]').count()).toBeLessThanOrEqual(5);
  expect(await page.getByRole('region', { name: 'Messages' }).getAttribute('aria-live')).toBe('polite');
  const lowest = await page.locator('[data-toast]').last().boundingBox();
  const composer = await page.locator('[data-composer]').boundingBox();
  expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
  expect(await barriers(page, 'a post with messages')).toEqual([]);
});

test('a question has the focus on Cancel, goes by Escape, and gives the focus back', async () => {
  await page.reload();
  await upToDate(page).catch(() => undefined);
  const opener = page.getByRole('button', { name: 'Delete', exact: true }).first();
  await opener.click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=alertdialog]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
});
