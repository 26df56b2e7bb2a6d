/** Changing and deleting comments: the author changes a comment, and the author of the comment or of the post deletes it. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { choose, commentRow, openOnAll, test } from '../../support/fixtures/post-stage.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const DELETED = 'This comment was deleted';
const tombstone = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: DELETED });
async function deleteComment(page: Page, text: string): Promise<void> {
  await choose(page, commentRow(page, text), 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('the author changes a comment, but not to blank, unchanged or overlong text', async ({
  phone,
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Who brings what?' });
  await circle.comment(ben, post, 'Bread');
  await circle.comment(ana, post, 'Salt');
  await openOnAll([phone, desktop], post);
  await commentRow(desktop, 'Salt').waitFor();
  await commentRow(desktop, 'Salt').getByRole('button', { name: 'More', exact: true }).click();
  await desktop.getByRole('menuitem', { name: 'Report' }).waitFor();
  for (const name of ['Edit', 'Delete']) expect(await desktop.getByRole('menuitem', { name }).count()).toBe(0);
  await desktop.keyboard.press('Escape');
  await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
  const field = desktop.getByLabel('Edit comment');
  const save = desktop.getByRole('button', { name: 'Save' });
  await field.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await field.fill('   ');
  expect(await save.isDisabled()).toBe(true);
  expect(await field.getAttribute('maxlength')).toBe('5000');
  expect(await barriers(desktop, 'comment that is being changed')).toEqual([]);
  await field.fill('Olives');
  // The change survives a reload, and Escape discards it.
  await draftStored(desktop, 'Olives');
  await desktop.reload();
  await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
  await expect.poll(() => field.inputValue()).toBe('Olives');
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
  await expect.poll(() => field.inputValue()).toBe('Bread');
  await field.fill('Capers');
  await save.click();
  await field.waitFor({ state: 'detached' });
  // The change is visible, so only screen readers are informed.
  await desktop.getByRole('status').filter({ hasText: 'Comment updated successfully' }).waitFor();
  expect(await desktop.locator('[data-toast]').count()).toBe(0);
  await commentRow(phone, 'Capers').getByText('(edited)').waitFor();
});

test('the author of the comment or of the post deletes it after a question; only the text of an unsaved change is left', async ({
  phone,
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Who was it?' });
  for (const [author, text] of [
    [ben, 'Not me'],
    [ben, 'Nor me'],
    [ana, 'Nobody'],
  ] as const)
    await circle.react(ana, 'comment', await circle.comment(author, post, text), '❤️');
  await openOnAll([phone, desktop], post);
  await desktop.getByRole('heading', { name: '3 comments' }).waitFor();
  await choose(desktop, commentRow(desktop, 'Not me'), 'Delete');
  await desktop.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await deleteComment(desktop, 'Not me');
  await phone.getByText(DELETED).waitFor();
  await deleteComment(phone, 'Nor me');
  await desktop.getByRole('heading', { name: '1 comment', exact: true }).waitFor();
  for (const page of [phone, desktop]) {
    await expect.poll(() => tombstone(page).count()).toBe(2);
    expect(await tombstone(page).getByRole('button').count()).toBe(0);
  }
  expect(await barriers(phone, 'post with deleted comments')).toEqual([]);

  // Somebody else deletes it while its author changes it: the author keeps their text.
  await circle.comment(ben, post, 'As it was');
  await choose(desktop, commentRow(desktop, 'As it was'), 'Edit');
  await desktop.getByLabel('Edit comment').fill('As it should be');
  await deleteComment(phone, 'As it was');
  const rescued = tombstone(desktop).filter({ hasText: 'As it should be' });
  await rescued.waitFor();
  await rescued.getByRole('button', { name: 'Discard' }).click();
  await desktop.getByText('As it should be').waitFor({ state: 'detached' });
});
