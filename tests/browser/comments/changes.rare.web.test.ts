/** Deleting a comment. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { choose, commentRow, openOnAll, test } from '../../support/fixtures/post-stage.ts';

const DELETED = 'This comment was deleted';
const tombstone = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: DELETED });
async function deleteComment(page: Page, text: string): Promise<void> {
  await choose(page, commentRow(page, text), 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

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
    await expect.poll(() => tombstone(page).getByRole('button').count()).toBe(0);
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
