/** Signing out erases what only this device has. A question names it first, and a member who stays signed in loses nothing. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from '../../support/circle.ts';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { choosePhoto, photo } from '../../support/own-photo.ts';
import { writePost } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const field = (page: Page) => page.getByLabel('Write a comment');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Sign out and erase this?' });
const askToSignOut = async (page: Page, words: string): Promise<void> => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await question(page).getByText(words).waitFor();
};
const answer = (page: Page, words: string) => question(page).getByRole('button', { name: words }).click();
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length);

test('one question names what is pending, what was sent back and what was begun; a member who stays keeps all of it', async ({
  ana: { page },
  faultProxy: network,
  circle,
  people: { ben },
  postId,
}) => {
  const doomed = await circle.post(ben, { content: 'Not for long' });
  await page.goto(`/posts/${doomed}`);
  await page.getByText('Not for long').first().waitFor();
  await upToDate(page);
  network.cut();
  await page.getByText('Connection lost').waitFor();
  await comment(page, 'Too late');
  await circle.done(ben, 'posts', { id: doomed, _deleted: true });
  network.heal();
  await noticeNetwork(page);
  await page.getByText('Your comment was not accepted').first().waitFor();
  await page.goto(`/posts/${postId}`);
  await field(page).fill('Half an answer');
  await draftStored(page, 'Half an answer');
  await upToDate(page);
  await askToSignOut(page, 'This device holds one thing that was not accepted and one draft. Signing out erases all of it.');
  await answer(page, 'Stay signed in');
  await question(page).waitFor({ state: 'detached' });

  network.cut();
  await page.getByText('Connection lost').waitFor();
  await writePost(page, 'Kept for later');
  await askToSignOut(page, 'This device holds one thing that was not sent, one thing that was not accepted and one draft.');
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await page.goto('/posts?outbox');
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  for (const text of ['Kept for later', 'Too late', 'Half an answer']) await outbox.getByText(text).first().waitFor();

  await askToSignOut(page, 'Signing out erases all of it');
  await answer(page, 'Sign out and erase');
  await page.waitForURL('**/auth');
  await expect.poll(() => databases(page)).toBe(0);
});

test('a photo that the server knows of but has not received yet is named as well', async ({ ana: { page }, people: { ana }, circle }) => {
  await page.context().route('**/api/images/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await upToDate(page);
  const url = await choosePhoto(page, await photo('teal'));
  await expect.poll(async () => (await circle.visibleRow(ana, 'profiles', ana.id))?.profile_image_url).toBe(url);
  await askToSignOut(page, 'This device holds one photo that was not sent. Signing out erases it.');
  await answer(page, 'Stay signed in');
  await page.context().unroute('**/api/images/*');
  // The upload now runs by itself, while the sign-out waits.
  await page.reload();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/auth');
});

test('erased text does not come back from the memory of the page when the same member signs in again', async ({
  ana: { page },
  people: { ana },
  postId,
}) => {
  await page.goto(`/posts/${postId}`);
  await field(page).fill('Better forgotten');
  await draftStored(page, 'Better forgotten');
  // Stays within the app: a freshly loaded page remembers nothing anyway.
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await tab('Settings').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await question(page).getByText('This device holds one draft. Signing out erases it.').waitFor();
  await answer(page, 'Sign out and erase');
  await page.waitForURL('**/auth');
  await page.getByLabel('Email', { exact: true }).fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('**/posts');
  await upToDate(page);
  await card(page, 'Say something').getByRole('link').first().click();
  await page.waitForURL(`**/posts/${postId}`);
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await tab('Settings').click();
  await page.getByTitle('Outbox').last().click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByText('What you start to write and do not send is kept here.').waitFor();
});
