/** Changing a post: it is never shown to more people without a question, and never silently replaces a newer version. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { choose } from '../../support/fixtures/post-stage.ts';
import { cutSync, healSync } from '../../support/on-screen.ts';
import { audienceIs, chooseAudience, choosePeople, field, readersOf, someone, submit } from '../../support/post-form.ts';

const test = browserTest
  /** Ana's friend is Ben, and Ben's other friend is Cleo. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Marsh')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, cleo);
    return { ana, ben, cleo };
  });

const question = (page: Page) => page.getByRole('alertdialog');
const saved = (page: Page) => page.waitForURL(/\/posts\/[0-9a-f-]+$/);

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
  expect(await barriers(page, 'the question whether to show it to more')).toEqual([]);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await question(page).waitFor({ state: 'hidden' });
  expect(await readersOf(circle, friends, 'For Only me')).toEqual([]);
  await submit(page).click();
  await question(page).getByRole('button', { name: 'Share with Specific people' }).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'For Only me')).toEqual([ben.name]);

  await editAgain(page);
  await someone(page, cleo).check();
  await submit(page).click();
  await question(page).getByText('From now on also: Cleo Marsh').waitFor();
  await question(page).getByRole('button', { name: 'Share with Specific people' }).click();
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
  await chooseAudience(page, 'Friends of friends');
  await submit(page).click();
  await question(page).getByRole('button', { name: 'Share with Friends of friends' }).click();
  await saved(page);
  await expect.poll(() => readersOf(circle, friends, 'First for friends')).toEqual([ben.name, cleo.name]);
});

test('in two tabs: the later one is warned about what it would replace; an edit that came too late is redone from its own text', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Words to change' });
  const contentForBen = async () => (await circle.visibleRow(ben, 'posts', post))?.content;
  const { page: phone, newTab } = await open(ana, { at: `/posts/${post}/edit` });
  await field(phone).waitFor();
  const second = await newTab();
  await second.goto(`/posts/${post}/edit`);
  await field(second).fill('Words of the second tab');
  await phone.bringToFront();
  await field(phone).fill('Words of the first tab');
  await submit(phone).click();
  await phone.getByText('Words of the first tab').waitFor();
  await second.bringToFront();
  await second.getByText('This post has changed since you began.').waitFor();
  expect(await field(second).inputValue()).toBe('Words of the second tab');
  await submit(second).click();
  await second.waitForURL(`**/posts/${post}`);
  await phone.getByText('Words of the second tab').waitFor();
  await expect.poll(contentForBen).toBe('Words of the second tab');
  await second.close();

  await cutSync(phone);
  // Loads the page anew: an open stream would still deliver what the other device writes.
  await phone.goto(`/posts/${post}/edit`);
  await field(phone).fill('Words of the phone');
  await submit(phone).click();
  await saved(phone);
  await phone.getByText('Words of the phone').waitFor();
  const elsewhere = await ana.client.put(`/api/posts/${post}`, { content: 'Words from elsewhere', visibility_type: 'friends' });
  expect(elsewhere.status).toBe(200);
  await healSync(phone);
  await phone.getByText('Your post was not accepted').waitFor();
  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => field(phone).inputValue()).toBe('Words of the phone');
  await submit(phone).click();
  await phone.waitForURL(`**/posts/${post}`);
  await expect.poll(contentForBen).toBe('Words of the phone');
  expect(await phone.getByText('Your post was not accepted').count()).toBe(0);
});
