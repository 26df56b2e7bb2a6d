/** Messages that come and go, questions before an action, and the offer to install: when they show, and when they do not. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, comments, frames, hasFocus, setVisible, upToDate } from '../../support/on-screen.ts';
import { withoutServiceWorker } from '../../support/pieces.ts';
import { sharePost } from '../../support/post-form.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** a new post by Ana with one comment */
  .extend('postId', async ({ circle, ana }) => {
    const id = await circle.post(ana, { content: 'Something to talk about' });
    await circle.comment(ana, id, 'As first said');
    return id;
  });

/** Hides the browser's own offers: it may find the app worth installing at any time. */
const onlyOurOffers = (context: BrowserContext) =>
  context.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => event.isTrusted && event.stopImmediatePropagation(), true);
  });
/** The member looks at something else for a moment. What would move the page appears in that time. */
async function lookAway(on: Page): Promise<void> {
  await setVisible(on, false);
  await frames(on, 3);
  await setVisible(on, true);
}
/** What a browser does when the page can be installed. Returns false if the page suppresses the browser's own bar. */
const browserOffers = (on: Page) =>
  on.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        const counted = globalThis as { asked?: number };
        counted.asked = (counted.asked ?? 0) + 1;
        // Never resolves: somebody may take their time to read the dialog of the browser.
        return new Promise(() => {});
      },
    });
    return window.dispatchEvent(offer);
  });
const asked = (page: Page) => page.evaluate(() => (globalThis as { asked?: number }).asked ?? 0);
const installCard = (on: Page) => on.getByRole('region', { name: 'Install' });
const dismissed = (on: Page, ago: number) => on.evaluate((at) => localStorage.setItem('installDismissedAt', String(at)), Date.now() - ago);
/** Loads the feed again, in a browser that offers to install. */
async function visit(page: Page): Promise<void> {
  await page.goto('/posts');
  await upToDate(page);
  await browserOffers(page);
}
/** The member looks away until the offer is there: its code loads once the store has answered that they posted. */
const offered = (page: Page) =>
  expect
    .poll(async () => {
      await lookAway(page);
      return installCard(page).count();
    })
    .toBe(1);
async function offersNothing(page: Page): Promise<void> {
  await lookAway(page);
  await frames(page, 3);
  expect(await installCard(page).count()).toBe(0);
}

test('the offer to install waits for the first post, never opens by itself, comes once in seven days, and not in the installed app', async ({
  open,
  circle,
}) => {
  const { page, context, newTab } = await open(await circle.signUp('Nia Alvarez'), { at: 'about:blank' });
  await onlyOurOffers(context);
  await page.goto('/posts');
  await upToDate(page);
  expect(await browserOffers(page)).toBe(false);
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  await offersNothing(page);
  await page.goto('/posts/create');
  await sharePost(page, 'The first post');
  await card(page, 'The first post').waitFor();
  // Long after the press that opened the page.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await browserOffers(page);
  await frames(page, 3);
  expect(await installCard(page).count()).toBe(0);
  await offered(page);
  expect(await asked(page)).toBe(0);
  expect(await barriers(page, 'the feed with the offer to install')).toEqual([]);

  await installCard(page).getByRole('button', { name: 'Install' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  expect(await asked(page)).toBe(1);
  await browserOffers(page);
  await offersNothing(page);
  await visit(page);
  await offersNothing(page);

  await dismissed(page, 7 * DAY_MS - 10 * 60_000);
  await visit(page);
  await offersNothing(page);
  await dismissed(page, 7 * DAY_MS);
  await visit(page);
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
  await page.getByRole('link', { name: 'Posts' }).click();
  await installCard(page).waitFor();

  const tab = await newTab();
  await tab.addInitScript(() => {
    const ask = matchMedia.bind(window);
    // As in the window of an installed app.
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await visit(tab);
  await offersNothing(tab);
  await tab.close();

  await installCard(page).getByRole('button', { name: 'Not now' }).click();
  await installCard(page).waitFor({ state: 'detached' });
  await visit(page);
  await offersNothing(page);
});

test('on an iPhone it explains how to install, since no browser there asks', async ({ open, ana, postId: _ }) => {
  const { page, context } = await open(ana, { at: 'about:blank' });
  await onlyOurOffers(context);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15',
    });
  });
  await page.goto('/posts');
  await upToDate(page);
  await offered(page);
  await installCard(page).getByRole('button', { name: 'Install' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Kith to your Home Screen' });
  await sheet.getByText('Add to Home Screen').last().waitFor();
  expect(await barriers(page, 'how to install on an iPhone')).toEqual([]);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await installCard(page).count()).toBe(0);
  await page.reload();
  await upToDate(page);
  await offersNothing(page);
});

const toasts = (on: Page): Locator => on.locator('[data-toast]');
const toast = (on: Page, text: string): Locator => toasts(on).filter({ hasText: text });

/** Another device deletes the comment while it is edited here. Its text can be copied, and a toast confirms that for five seconds. */
async function leaveText(on: Page, ana: { readonly client: ApiClient }, postId: string): Promise<void> {
  await comments(on).getByRole('button', { name: 'More', exact: true }).press('Enter');
  await on.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await comments(on).getByLabel('Edit comment').fill('As then said');
  const { body } = await ana.client.get(`/api/posts/${postId}/comments`);
  expect((await ana.client.delete(`/api/posts/${postId}/comments/${body.data.items[0].id}`)).status).toBe(200);
  await on.getByText('What you were writing is still here.').waitFor();
  await on.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}
/** Only by keyboard, so the pointer stays where it is. */
const copyText = (on: Page): Promise<void> => on.getByRole('button', { name: 'Copy text' }).press('Enter');

test('a toast disappears after five seconds, stays while it has the pointer or the focus, and can be closed by keyboard', async ({
  open,
  ana,
  postId,
}) => {
  const { page } = await open(ana, { at: `/posts/${postId}` });
  await comments(page).getByText('As first said').waitFor();
  await leaveText(page, ana, postId);
  const { clock } = page;
  await clock.install();
  // Time passes only when the test advances it.
  await clock.pauseAt((await page.evaluate(() => Date.now())) + 60 * 60_000);
  const copied = toast(page, 'Copied');
  const copy = async () => {
    await copyText(page);
    await copied.waitFor();
  };
  const goesWithin = async (ms: number) => {
    await clock.runFor(ms);
    await copied.waitFor({ state: 'detached' });
  };
  await copy();
  await clock.runFor(4000);
  expect(await copied.count()).toBe(1);
  await goesWithin(1000);

  await copy();
  await copied.hover();
  await clock.fastForward(60_000);
  expect(await copied.count()).toBe(1);
  await page.keyboard.press('Alt+KeyT');
  await expect.poll(() => copied.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.mouse.move(5, 5);
  await clock.fastForward(60_000);
  expect(await copied.count()).toBe(1);
  await page.keyboard.press('Escape');
  await copied.waitFor({ state: 'detached' });

  // When the pointer leaves a toast, it stays for five seconds again.
  await copy();
  await copied.hover();
  await clock.fastForward(60_000);
  await page.mouse.move(5, 5);
  await goesWithin(5000);
});

test('at most five toasts are kept, the newest first, above the comment field; a failure stays until it is closed', async ({
  open,
  faultProxy,
  ana,
  postId,
  onTestFinished,
}) => {
  const { page: post } = await open(ana, { url: faultProxy.url, at: 'about:blank' });
  // Without a service worker the piece that shows who can see a post loads on its first use. That load fails here.
  await withoutServiceWorker(post);
  await post.goto(`/posts/${postId}`);
  await comments(post).getByText('As first said').waitFor();
  await leaveText(post, ana, postId);
  await post.clock.install();
  faultProxy.refuse(/^\/assets\/audience-viewer-/);
  onTestFinished(() => faultProxy.refuse(null));
  const failure = toast(post, 'Failed to load visibility information');
  const fail = () => post.getByRole('button', { name: /who can see this post/ }).press('Enter');
  await fail();
  await failure.waitFor();
  await expect.poll(() => failure.getByRole('alert').count()).toBe(1);
  await post.clock.fastForward(10 * 60_000);
  expect(await failure.count()).toBe(1);

  // The pointer on one toast stops the time of all.
  await failure.hover();
  await copyText(post);
  await expect.poll(() => toasts(post).allTextContents()).toEqual([expect.stringContaining('Copied'), expect.stringContaining('Failed')]);
  for (let count = 2; count <= 4; count++) {
    await fail();
    await expect.poll(() => failure.count()).toBe(count);
  }
  await post.clock.fastForward(60_000);
  expect(await toast(post, 'Copied').count()).toBe(1);
  // The oldest goes first: the failure from before.
  await fail();
  await expect.poll(() => toasts(post).last().textContent()).toContain('Copied');
  await expect.poll(() => toasts(post).count()).toBe(5);
  await fail();
  await expect.poll(() => failure.count()).toBe(5);
  await expect.poll(() => toasts(post).count()).toBe(5);

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
  // The focus is back where it was before it moved to the toasts.
  await expect.poll(() => post.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/who can see this post/);
});

test('a question focuses Cancel, keeps the focus, closes by Escape and not by a press beside it, and returns the focus', async ({
  open,
  ana,
  postId,
}) => {
  const { page: post } = await open(ana, { at: `/posts/${postId}` });
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
  await hasFocus(opener);

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
