/** Each of the five audiences, by keyboard. */
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser.ts';
import { hasFocus } from '../../support/on-screen.ts';
import {
  audience,
  audienceLine,
  audienceSheet,
  chooseAudience,
  choosePeople,
  field,
  newPost,
  publish,
  readersOf,
  someone,
  visiblePostWith,
} from '../../support/post-form.ts';
import { test } from './audience-stage.ts';

test('each of five audiences is named on the button and sent, and the keyboard is enough for it', async ({ open, circle, people }) => {
  const { ana, ben, cleo, eve } = people;
  const everybody = [ana, ben, cleo, eve];
  const { page } = await open(ana, { viewport: DESKTOP });
  for (const [name, type, readers] of [
    ['Friends and theirs', 'friends_of_friends', everybody],
    ['Only me', 'private', [ana]],
    ['Public', 'public', everybody],
    ['Friends', 'friends', [ana, ben, eve]],
    ['Choose people', 'specific', [ana, cleo]],
  ] as const) {
    await newPost(page);
    await field(page).fill(`For ${name}`);
    if (type === 'specific') await choosePeople(page, cleo);
    else await chooseAudience(page, name);
    await page.getByRole('button', { name: `Share · ${type === 'specific' ? 'Cleo' : name}`, exact: true }).waitFor();
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
  // The arrow keys move past Choose people, and nothing closes under them.
  for (const name of ['Friends and theirs', 'Choose people', 'Only me'] as const) {
    await page.keyboard.press('ArrowDown');
    await hasFocus(audience(page, name));
    await expect.poll(() => audience(page, name).isChecked()).toBe(true);
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await audienceSheet(page).waitFor({ state: 'hidden' });
  // The group of people to choose from has the focus now.
  await hasFocus(page.getByRole('group', { name: 'Choose people', exact: true }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await hasFocus(someone(page, ben));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/posts');
  await expect.poll(() => readersOf(circle, everybody, 'Typed from start to end')).toEqual([ana.name, ben.name]);
});
