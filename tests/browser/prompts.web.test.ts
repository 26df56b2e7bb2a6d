/** Messages that come and go, questions that are asked first, and the offer to install: when they show, and when they do not. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { openProfile, type Profile } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { card, comment, comments, sharePost, upToDate } from '../support/on-screen.ts';
import { clientOf, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const DAY_MS = 24 * 60 * 60 * 1000;
let server: TestServer;
let network: FaultProxy;
let profile: Profile;
let page: Page;
/** what one test has opened for itself */
let tab: Page | undefined;
let other: Profile | undefined;

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  await register(server, ana);
  profile = await openProfile({ url: network.url });
  page = profile.page;
  await onlyOurOffers(profile.context);
  await signIn(page, ana);
  await upToDate(page);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await (tab ?? other?.page ?? page).screenshot({ path: `test-results/prompts-${task.id}.png` });
  await tab?.close();
  await other?.close();
  [tab, other] = [undefined, undefined];
  network.refuse(null);
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await network?.close();
});

/** The browser of these tests may find the app worth installing by itself, at a time of its own. */
const onlyOurOffers = (context: BrowserContext) =>
  context.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => event.isTrusted && event.stopImmediatePropagation(), true);
  });
/** What a browser does when the page may be installed; false where the page keeps the browser's own bar away. */
const browserOffers = (on: Page) =>
  on.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        const counted = globalThis as { asked?: number };
        counted.asked = (counted.asked ?? 0) + 1;
        // Somebody who reads the dialog of the browser takes their time.
        return new Promise(() => {});
      },
    });
    return window.dispatchEvent(offer);
  });
const asked = () => page.evaluate(() => (globalThis as { asked?: number }).asked ?? 0);
const installCard = (on: Page) => on.getByRole('region', { name: 'Install' });
const dismissed = (on: Page, ago: number) => on.evaluate((at) => localStorage.setItem('installDismissedAt', String(at)), Date.now() - ago);
/** The feed anew, in a browser that offers. */
async function visit(): Promise<void> {
  await page.goto('/posts');
  await upToDate(page);
  await browserOffers(page);
}

test('the offer to install is kept, never opens by itself, and waits for the first post', async () => {
  expect(await browserOffers(page)).toBe(false);
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  expect(await installCard(page).count()).toBe(0);
  await page.goto('/posts/create');
  await sharePost(page, 'The first post');
  await browserOffers(page);
  await installCard(page).waitFor();
  expect(await asked()).toBe(0);
  expect(await barriers(page, 'the feed with the offer to install')).toEqual([]);
});

test('the dialog of the browser is opened once, and not offered again for seven days', async () => {
  await visit();
  await installCard(page).getByRole('button', { name: 'Install' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  expect(await asked()).toBe(1);
  await browserOffers(page);
  expect(await installCard(page).count()).toBe(0);
  await visit();
  expect(await installCard(page).count()).toBe(0);

  await dismissed(page, 7 * DAY_MS - 60_000);
  await visit();
  expect(await installCard(page).count()).toBe(0);
  await dismissed(page, 7 * DAY_MS);
  await visit();
  await installCard(page).getByRole('button', { name: 'Not now' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  await visit();
  expect(await installCard(page).count()).toBe(0);
});

test('the installed app does not offer to install itself', async () => {
  await dismissed(page, 8 * DAY_MS);
  await visit();
  await installCard(page).waitFor();
  tab = await profile.newTab();
  await tab.addInitScript(() => {
    const ask = matchMedia.bind(window);
    // What the window of an installed app answers.
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await tab.goto('/posts');
  await upToDate(tab);
  await browserOffers(tab);
  expect(await installCard(tab).count()).toBe(0);
});

test('on an iPhone it explains how, since no browser there asks', async () => {
  other = await openProfile({ url: network.url });
  const phone = other;
  await onlyOurOffers(phone.context);
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
  await phone.page.reload();
  await upToDate(phone.page);
  expect(await installCard(phone.page).count()).toBe(0);
});

const toasts = (on: Page): Locator => on.locator('[data-toast]');
const toast = (on: Page, text: string): Locator => toasts(on).filter({ hasText: text });

/** A new post with one comment, open in a tab of its own. */
async function openPost(on: Profile): Promise<Page> {
  const client = await clientOf(server, ana);
  const id = uuid();
  const sent = await client.post('/api/posts', { id, content: 'Something to talk about', visibility_type: 'friends' });
  expect(sent.status).toBe(201);
  tab = await on.newTab();
  await tab.goto(`/posts/${id}`);
  await tab.getByRole('main').getByText('Something to talk about').waitFor();
  await comment(tab, 'As first said');
  return tab;
}
/** By keys alone: the pointer stays where it is. */
async function changeComment(on: Page, text: string): Promise<void> {
  await comments(on).getByRole('button', { name: 'More', exact: true }).press('Enter');
  await on.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await comments(on).getByLabel('Edit comment').fill(text);
  await comments(on).getByLabel('Edit comment').press('Control+Enter');
  await comments(on).filter({ hasText: text }).getByRole('button', { name: 'More', exact: true }).waitFor();
}

test('a message goes after five seconds, stays while the pointer is over it or the focus in it, and can be closed by keys', async () => {
  const post = await openPost(profile);
  await post.clock.install();
  const updated = toast(post, 'Comment updated successfully');
  // The clock goes on by itself as well, though never as much as this while nothing is waited for.
  await changeComment(post, 'As then said');
  await updated.waitFor();
  await post.clock.fastForward(3000);
  expect(await updated.count()).toBe(1);
  await post.clock.fastForward(2000);
  await updated.waitFor({ state: 'detached', timeout: 2000 });

  await changeComment(post, 'Once more');
  await updated.hover();
  await post.clock.fastForward(60_000);
  expect(await updated.count()).toBe(1);
  await post.keyboard.press('Alt+KeyT');
  await expect.poll(() => updated.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await post.mouse.move(5, 5);
  await post.clock.fastForward(60_000);
  expect(await updated.count()).toBe(1);
  await post.keyboard.press('Escape');
  await updated.waitFor({ state: 'detached' });

  // What is read no more has its rest of five seconds again.
  await changeComment(post, 'And again');
  await updated.hover();
  await post.clock.fastForward(60_000);
  await post.mouse.move(5, 5);
  await post.clock.fastForward(5000);
  await updated.waitFor({ state: 'detached', timeout: 2000 });
});

test('at most five are kept, the newest first, above what somebody writes; what failed stays until it is closed', async () => {
  other = await openProfile({ url: network.url });
  const cold = other;
  // Without a service worker the piece that shows who can see a post comes with its first use. It cannot be had: that is what fails here.
  await cold.context.addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });
  await signIn(cold.page, ana);
  const post = await openPost(cold);
  await post.clock.install();
  network.refuse(/^\/assets\/audience-viewer-/);
  const failure = toast(post, 'Failed to load visibility information');
  const fail = () => post.getByRole('button', { name: /who can see this post/ }).press('Enter');
  await fail();
  await failure.waitFor();
  expect(await failure.getByRole('alert').count()).toBe(1);
  await post.clock.fastForward(10 * 60_000);
  expect(await failure.count()).toBe(1);

  // The pointer on one of them stops the time of all.
  await failure.hover();
  await changeComment(post, 'As then said');
  await expect.poll(() => toasts(post).allTextContents()).toEqual([expect.stringContaining('updated'), expect.stringContaining('Failed')]);
  for (let count = 2; count <= 4; count++) {
    await fail();
    await expect.poll(() => failure.count()).toBe(count);
  }
  await post.clock.fastForward(60_000);
  expect(await toast(post, 'Comment updated').count()).toBe(1);
  // The oldest goes first: the failure that was there before.
  await fail();
  await expect.poll(() => toasts(post).last().textContent()).toContain('Comment updated');
  expect(await toasts(post).count()).toBe(5);
  await fail();
  await expect.poll(() => failure.count()).toBe(5);
  expect(await toasts(post).count()).toBe(5);

  const region = post.getByRole('region', { name: 'Messages' });
  expect(await region.getAttribute('aria-live')).toBe('polite');
  const lowest = await toasts(post).last().boundingBox();
  const composer = await post.locator('[data-composer]').boundingBox();
  expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
  expect(await barriers(post, 'a post with messages')).toEqual([]);

  await post.keyboard.press('Alt+KeyT');
  for (let left = 4; left >= 0; left--) {
    await post.keyboard.press('Escape');
    await expect.poll(() => toasts(post).count()).toBe(left);
  }
  // The focus is back where it was before it went among the messages.
  await expect.poll(() => post.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/who can see this post/);
});

test('a question has the focus on Cancel, keeps it, goes by Escape and not by a press beside it, and gives the focus back', async () => {
  const post = await openPost(profile);
  const opener = comments(post).getByRole('button', { name: 'More', exact: true });
  const question = post.getByRole('alertdialog', { name: 'Delete this comment?' });
  const ask = async () => {
    await opener.press('Enter');
    await post.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await question.waitFor();
    await expect.poll(() => post.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  };
  await ask();
  expect(await barriers(post, 'a question')).toEqual([]);
  for (let times = 0; times < 3; times++) {
    await post.keyboard.press('Tab');
    expect(await question.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await post.mouse.click(10, 10);
  expect(await question.count()).toBe(1);
  await post.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

  await ask();
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await comments(post).getByText('As first said').waitFor();
  await ask();
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.waitFor({ state: 'detached' });
  await comments(post).getByText('As first said').waitFor({ state: 'detached' });
  expect(await card(post, 'Something to talk about').count()).toBe(1);
});
