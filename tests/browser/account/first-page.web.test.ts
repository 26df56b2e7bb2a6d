/** Signing in on a device without a store: the newest posts come in one small page, before the store is open and filled. */
import { expect } from 'vitest';
import { upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { cardsOf, NEWEST, test } from '../shell/first-rows-stage.ts';
import { gate, login, typeSignIn, watchPulls } from './first-page-stage.ts';

test('the newest posts show while all else is still on its way, and stay when the store takes over', async ({ page, people }) => {
  const { opened, open } = gate();
  const asked = await watchPulls(page, async (nth) => nth > 1 && opened);
  await typeSignIn(page, people.ana.email);
  await login(page);
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  await page.getByText(NEWEST).first().waitFor();
  expect(page.url()).toContain('/posts');
  const early = await cardsOf(page);
  await expect.poll(() => asked.length).toBe(2);
  const [first, second] = asked;
  expect(first?.posts).toEqual({ checkpoint: {}, limit: 20 });
  // The pull begins where the first page ends.
  expect(Object.keys(second?.posts?.checkpoint ?? {})).not.toEqual([]);
  expect(second?.groups?.checkpoint).toEqual({});
  open();
  await upToDate(page);
  expect((await cardsOf(page)).slice(0, 6)).toEqual(early.slice(0, 6));
  expect(await storedRows(page, 'posts')).toHaveLength(24);
});
