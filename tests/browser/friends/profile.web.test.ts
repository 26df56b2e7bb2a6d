/** Profiles open over any page. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { profile, test } from './friend-stage.ts';

test('a profile opens from a name by keyboard, and returns the focus', async ({ open, people: { ana, ben, dora }, post: _, circle }) => {
  await circle.invite(ana, { member: dora.id });
  const { page } = await open(ana);
  const name = page.getByRole('article').getByRole('button', { name: dora.name });
  await name.focus();
  await page.keyboard.press('Enter');
  await profile(page).getByRole('heading', { name: dora.name }).waitFor();
  await profile(page).getByText(`Friend of ${ben.name}`).waitFor();
  expect(await profile(page).getByText(dora.email).count()).toBe(0);
  await profile(page)
    .getByRole('button', { name: `Cancel the invitation to ${dora.name}` })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(name);
  expect(new URL(page.url()).pathname).toBe('/posts');
});
