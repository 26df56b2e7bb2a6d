/** Who a post is for, in the form of a new post: one choice, made by touch or by keyboard. What is sent is what was chosen. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { audience, audienceIs, audienceLine, audienceSheet, chooseAudience, field, someone, submit } from '../../support/post-form.ts';
import { test } from './audience-stage.ts';

test('a new post starts with friends, sends neither blank nor overlong text, and finds specific people by name until another audience is chosen', async ({
  open,
  people: { ana, ben },
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await expect.poll(() => audienceIs(page, 'Friends')).toBe(true);
  await audienceLine(page).getByText('Friends · 2').waitFor();
  await audienceLine(page).click();
  for (const line of [
    'Friends · 2',
    'Ben and Eve',
    'Friends and theirs · 9',
    'Cleo, Dora, Emil and 4 more too',
    'Choose people',
    'Chosen from 2 friends and 7 of theirs',
    'the same 9 people as Friends and theirs',
  ]) {
    await audienceSheet(page).getByText(line, { exact: true }).waitFor();
  }
  await page.getByRole('radio').last().and(audience(page, 'Public')).waitFor({ state: 'attached' });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await audienceSheet(page).waitFor({ state: 'hidden' });
  await hasFocus(audienceLine(page));
  await field(page).fill('  \n ');
  await page.getByText('0 / 5000').waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await field(page).fill('x'.repeat(5001));
  await page.getByText('5001 / 5000').waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await field(page).fill(`  ${'x'.repeat(4999)}y \n`);
  await page.getByText('5000 / 5000').waitFor();
  expect(await submit(page).isEnabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/posts/create');

  await field(page).fill('Looking for somebody');
  const nobodyChosen = page.getByText('Please select at least one friend to share this post with');
  await chooseAudience(page, 'Choose people');
  await nobodyChosen.waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('group', { name: 'Your friends' }).getByText(ben.name).waitFor();
  await page.getByRole('group', { name: 'Friends of friends' }).getByText('Through Ben').first().waitFor();
  await someone(page, ben).check();
  await nobodyChosen.waitFor({ state: 'hidden' });
  await page.getByText('1 chosen').waitFor();
  await page.getByLabel('Search people').fill('gIt');
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
  await page.getByRole('checkbox', { name: /^Gita Guest/ }).check();
  await page.getByLabel('Search people').fill('Zoe');
  await page.getByText('Nobody by that name').waitFor();
  await page.getByLabel('Search people').fill('');
  await page.getByText('2 chosen').waitFor();
  await audienceLine(page).getByText('Ben, Gita', { exact: true }).waitFor();
  await chooseAudience(page, 'Only me');
  await page.getByRole('checkbox').first().waitFor({ state: 'hidden' });
  await chooseAudience(page, 'Choose people');
  await page.getByText('0 chosen').waitFor();
  await nobodyChosen.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/posts');
});
