/** Changing and deleting comments: the author changes a comment, and the author of the comment or of the post deletes it. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { choose, commentRow, openOnAll, test } from '../../support/fixtures/post-stage.ts';
import { draftStored } from '../../support/stored-drafts.ts';

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
  expect(await violations(desktop)).toEqual([]);
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
  // The change is visible, so only screen readers are informed, for five seconds.
  await desktop.getByRole('status').filter({ hasText: 'Comment updated successfully' }).waitFor();
  await field.waitFor({ state: 'detached' });
  expect(await desktop.locator('[data-toast]').count()).toBe(0);
  await commentRow(phone, 'Capers').getByText('(edited)').waitFor();
});
