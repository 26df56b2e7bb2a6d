/** Who a post is for, in the form of a new post: one choice, made by touch or by keyboard. What is sent is what was chosen. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus } from '../../support/on-screen.ts';
import {
  audience,
  audienceIs,
  audienceLine,
  audienceSheet,
  chooseAudience,
  choosePeople,
  field,
  newPost,
  publish,
  readersOf,
  someone,
  submit,
  visiblePostWith,
} from '../../support/post-form.ts';

const test = browserTest
  /** Ana's friends are Ben and Eve. Cleo and six guests are Ben's friends: nine people are enough for a search field. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const ana = await circle.signUp('Ana Ribeiro');
    const ben = await circle.signUp('Ben Okri');
    const cleo = await circle.signUp('Cleo Marsh');
    const eve = await circle.signUp('Eve Lind');
    for (const who of [ben, eve]) await circle.befriend(ana, who);
    await circle.befriend(ben, cleo);
    for (const name of ['Dora', 'Emil', 'Finn', 'Gita', 'Hugo', 'Iris']) await circle.befriend(ben, await circle.signUp(`${name} Guest`));
    return { ana, ben, cleo, eve };
  });

test('a new post starts with friends, sends neither blank nor overlong text, and finds specific people by name until another audience is chosen', async ({
  open,
  people: { ana, ben },
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  expect(await audienceIs(page, 'Friends')).toBe(true);
  await audienceLine(page).getByText('Friends · Ben, Eve').waitFor();
  await audienceLine(page).click();
  for (const line of ['Ben and Eve', '7 people, one step further', 'Chosen from 2 friends and 7 of theirs'])
    await audienceSheet(page).getByText(line).waitFor();
  await audienceSheet(page).getByText('Everyone within two steps, 9 people').waitFor();
  expect(await barriers(page, 'the audiences')).toEqual([]);
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
  expect(await barriers(page, 'a post that is too long')).toEqual([]);
  await field(page).fill(`  ${'x'.repeat(4999)}y \n`);
  await page.getByText('5000 / 5000').waitFor();
  expect(await submit(page).isEnabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/posts/create');

  await field(page).fill('Looking for somebody');
  const nobodyChosen = page.getByText('Please select at least one friend to share this post with');
  await chooseAudience(page, 'Specific people');
  await nobodyChosen.waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  expect(await barriers(page, 'choosing people')).toEqual([]);
  await page.getByRole('group', { name: 'Your friends' }).getByText(ben.name).waitFor();
  await page.getByRole('group', { name: 'Friends of friends' }).getByText('Through Ben').first().waitFor();
  await someone(page, ben).check();
  await nobodyChosen.waitFor({ state: 'hidden' });
  await page.getByText('1 chosen').waitFor();
  await page.getByLabel('Search people').fill('gIt');
  await page.getByRole('checkbox', { name: /^Gita Guest/ }).check();
  expect(await page.getByRole('checkbox').count()).toBe(1);
  await page.getByLabel('Search people').fill('Zoe');
  await page.getByText('Nobody of that name').waitFor();
  await page.getByLabel('Search people').fill('');
  await page.getByText('2 chosen').waitFor();
  await audienceLine(page).getByText('Specific people · Ben, Gita').waitFor();
  await chooseAudience(page, 'Only me');
  await page.getByRole('checkbox').first().waitFor({ state: 'hidden' });
  await chooseAudience(page, 'Specific people');
  await page.getByText('0 chosen').waitFor();
  await nobodyChosen.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/posts');
});

test('each of five audiences is named on the button and sent, and the keyboard is enough for it', async ({ open, circle, people }) => {
  const { ana, ben, cleo, eve } = people;
  const everybody = [ana, ben, cleo, eve];
  const { page } = await open(ana, { viewport: DESKTOP });
  for (const [name, type, readers] of [
    ['Friends of friends', 'friends_of_friends', everybody],
    ['Only me', 'private', [ana]],
    ['Public', 'public', everybody],
    ['Friends', 'friends', [ana, ben, eve]],
    ['Specific people', 'specific', [ana, cleo]],
  ] as const) {
    await newPost(page);
    await field(page).fill(`For ${name}`);
    if (type === 'specific') await choosePeople(page, cleo);
    else await chooseAudience(page, name);
    await page.getByRole('button', { name: `Create Post · ${name}`, exact: true }).waitFor();
    await publish(page);
    await expect.poll(async () => (await visiblePostWith(circle, ana, `For ${name}`))?.visibility_type).toBe(type);
    expect(await readersOf(circle, everybody, `For ${name}`)).toEqual(readers.map((reader) => reader.name));
  }

  await newPost(page);
  await hasFocus(field(page));
  await page.keyboard.type('Typed from start to end');
  await page.keyboard.press('Tab');
  await hasFocus(audienceLine(page));
  await page.keyboard.press('Enter');
  await hasFocus(audience(page, 'Friends'));
  // The arrow keys move past Specific people, and nothing closes under them.
  for (const name of ['Friends of friends', 'Specific people', 'Only me'] as const) {
    await page.keyboard.press('ArrowDown');
    await hasFocus(audience(page, name));
    expect(await audience(page, name).isChecked()).toBe(true);
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await audienceSheet(page).waitFor({ state: 'hidden' });
  // The group of people to choose from has the focus now.
  await hasFocus(page.getByRole('group', { name: 'Specific people', exact: true }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await hasFocus(someone(page, ben));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/posts');
  await expect.poll(() => readersOf(circle, everybody, 'Typed from start to end')).toEqual([ana.name, ben.name]);
});
