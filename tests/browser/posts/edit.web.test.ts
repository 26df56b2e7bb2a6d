/** Changing a post: it is never shown to more people without a question, and never silently replaces a newer version. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { choose } from '../../support/fixtures/post-stage.ts';
import { audienceIs, chooseAudience, choosePeople, field, readersOf, someone, submit } from '../../support/post-form.ts';
import { saved, test } from './edit-stage.ts';

const question = (page: Page) => page.getByRole('alertdialog');

/** Goes from the page of a post to its form. */
async function editAgain(page: Page): Promise<void> {
  await choose(page, page.getByRole('banner'), 'Edit');
  await field(page).waitFor();
}

test('an edit keeps the audience; fewer readers need no question, more need one that names them', async ({ open, circle, people }) => {
  const { ana, ben, cleo } = people;
  const friends = [ben, cleo];
  const note = await circle.post(ana, { content: 'For Only me', audience: 'private' });
  const { page } = await open(ana, { at: `/posts/${note}/edit` });
  await expect.poll(() => audienceIs(page, 'Only me')).toBe(true);
  expect(await submit(page).isDisabled()).toBe(true);
  await choosePeople(page, ben);
  await submit(page).click();
  await question(page).getByText('So far: Only me. From now on also: Ben Okri').waitFor();
  expect(await violations(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await question(page).waitFor({ state: 'hidden' });
  expect(await readersOf(circle, friends, 'For Only me')).toEqual([]);
  await submit(page).click();
  await question(page).getByRole('button', { name: 'Share with Ben too' }).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'For Only me')).toEqual([ben.name]);

  await editAgain(page);
  await someone(page, cleo).check();
  await submit(page).click();
  await question(page).getByText('From now on also: Cleo Marsh').waitFor();
  await question(page).getByRole('button', { name: 'Share with Cleo too' }).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'For Only me')).toEqual([ben.name, cleo.name]);

  await editAgain(page);
  await someone(page, ben).uncheck();
  await submit(page).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'For Only me')).toEqual([cleo.name]);

  // From friends to somebody beyond them is wider. From friends to one of them is not.
  const first = await circle.post(ana, { content: 'First for friends' });
  await page.goto(`/posts/${first}/edit`);
  await choosePeople(page, cleo);
  await submit(page).click();
  await question(page).getByText('From now on also: Cleo Marsh').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await someone(page, cleo).uncheck();
  await someone(page, ben).check();
  await submit(page).click();
  await saved(page);
  await editAgain(page);
  await chooseAudience(page, 'Friends and theirs');
  await submit(page).click();
  await question(page).getByRole('button', { name: 'Share with friends and theirs' }).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'First for friends')).toEqual([ben.name, cleo.name]);
});
