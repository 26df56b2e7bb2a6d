/** The browser ends the page while a photo is being chosen: what was there before comes back, and the form says that the photo did not arrive. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { composeText } from '../../../src/text/compose-photos.ts';
import { violations } from '../../support/barriers.ts';
import { choose } from '../../support/fixtures/chat.ts';
import { photoFile } from '../../support/photo-files.ts';
import { audienceIs, chooseAudience, field } from '../../support/post-form.ts';
import { test } from './photos-stage.ts';

const unarrived = (page: Page) => page.getByText(composeText.unarrived);
const thumbs = (page: Page) => page.getByRole('list', { name: /^\d photos?$/ }).locator('img[src^="blob:"]');

async function openChooser(page: Page) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  return chooser;
}

/** What pages wait for, as they noted it. */
const awaited = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kith-awaited')));

/** Ends the page as a phone does: nothing of it runs any more. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

test('[R-60] the next start leads back to the form, with its text, photos and audience', async ({ open, people: { ana } }) => {
  const { page, newTab } = await open(ana, { at: '/posts/create' });
  await page.locator('input[type=file]').setInputFiles(await photoFile('sea.jpg', 800, 600, 'gold'));
  await expect.poll(() => thumbs(page).count()).toBe(1);
  await field(page).fill('By the sea');
  await chooseAudience(page, 'Only me');
  await openChooser(page);
  await crash(page);

  const next = await newTab();
  await next.goto('/posts');
  await next.waitForURL('**/posts/create');
  await unarrived(next).waitFor();
  expect(await field(next).inputValue()).toBe('By the sea');
  await expect.poll(() => thumbs(next).count()).toBe(1);
  await expect.poll(() => audienceIs(next, 'Only me')).toBe(true);
  expect(await violations(next)).toEqual([]);
  await next.getByRole('button', { name: 'Hide this' }).click();
  // It is said once.
  await next.goto('/posts');
  await next.getByRole('main').waitFor();
  expect(await awaited(next)).toEqual([]);
  expect(new URL(next.url()).pathname).toBe('/posts');
});

test('[R-60] an audience that was chosen before the first photo is still chosen, and no longer once the chooser was closed', async ({
  open,
  people: { ana },
}) => {
  const { page, newTab } = await open(ana, { at: '/posts/create' });
  await chooseAudience(page, 'Only me');
  await openChooser(page);
  await crash(page);
  const next = await newTab();
  await next.goto('/posts');
  await unarrived(next).waitFor();
  await expect.poll(() => audienceIs(next, 'Only me')).toBe(true);
  await openChooser(next);
  await next.locator('input[type=file]').dispatchEvent('cancel');
  await next.reload();
  await field(next).waitFor();
  await expect.poll(() => audienceIs(next, 'Friends')).toBe(true);
  expect(await unarrived(next).count()).toBe(0);
});

test('[R-60] in a chat, the message and its reply come back; a page beside it is not led away', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const group = await circle.group(ana, ben);
  await circle.message(ben, group, 'Where are you?');
  const { page, newTab } = await open(ana, { at: `/groups/${group}` });
  const message = (of: Page) => of.getByLabel('Message', { exact: true });
  await choose(page, 'Where are you?', 'Reply');
  await message(page).fill('On the ferry');
  await openChooser(page);
  const doomed = await newTab();
  await doomed.goto('/posts/create');
  await openChooser(doomed);
  await crash(doomed);
  // A tab that starts while the first chooser is open is led to the other form alone.
  const beside = await newTab();
  await beside.goto('/posts');
  await beside.waitForURL('**/posts/create');
  await unarrived(beside).waitFor();
  expect(await awaited(beside)).toEqual([expect.stringContaining(group)]);
  await crash(page);

  await beside.goto('/friends');
  await beside.getByText(composeText.unarrivedElsewhere).waitFor();
  expect(new URL(beside.url()).pathname).toBe('/friends');
  await beside.getByRole('button', { name: composeText.toUnarrived }).click();
  await unarrived(beside).waitFor();
  // The draft is read from the disk.
  await expect.poll(() => message(beside).inputValue()).toBe('On the ferry');
  await beside.getByText('Replying to Ben Okri').waitFor();
});

test('[R-60] a photo that was being made small did not arrive either', async ({ open, people: { ana } }) => {
  const { page, newTab } = await open(ana, { at: '/posts/create' });
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  await page.locator('input[type=file]').setInputFiles(await photoFile('sea.jpg', 800, 600, 'gold'));
  await page.locator('[data-working]').first().waitFor();
  await crash(page);
  const next = await newTab();
  await next.goto('/posts');
  await unarrived(next).waitFor();
});
