/** The first rows of a start: the feed shows them before the store is open, and nothing changes when the store takes over. */
import { expect } from 'vitest';
import { card, react, upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { cardsOf, holdTable, NEWEST, test } from './first-rows-stage.ts';

test('the newest posts show while the store is not open; what is pressed then happens once it is, and no card changes', async ({
  reader,
}) => {
  const { page, complaints, newTab } = await reader();
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  const whole = await cardsOf(page);
  const other = await newTab();
  const release = await holdTable(other);
  await page.reload();
  await expect.poll(async () => (await cardsOf(page)).length).toBe(whole.length);
  // The first six with what was said below them.
  expect((await cardsOf(page)).slice(0, 6)).toEqual(whole.slice(0, 6));
  expect((await cardsOf(page)).slice(0, 6).join()).toContain('Said below');

  await react(page, '❤️');
  const written = async () => (await storedRows(page, 'reactions')).filter(({ id }) => id.includes('❤️'));
  expect(await written()).toEqual([]);
  await release();
  await card(page, NEWEST).getByText('❤️').waitFor();
  expect(await written()).toHaveLength(1);
  await upToDate(page);
  await expect.poll(async () => (await cardsOf(page)).slice(1)).toEqual(whole.slice(1));
  expect(complaints).toEqual([]);
});

test('after a sign-out in another tab nothing of the rows is left: not on the screen, and not in any storage', async ({ reader }) => {
  const { page, newTab } = await reader();
  const [other, third] = [await newTab(), await newTab()];
  await other.goto('/settings');
  await upToDate(other);
  const release = await holdTable(third);
  await page.reload();
  await card(page, NEWEST).waitFor();
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/auth');
  expect(await page.getByRole('article').count()).toBe(0);
  await release();
  await expect.poll(() => other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  const kept = await page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, cached, document.documentElement.outerHTML, history.state]);
  });
  expect(kept).not.toContain(NEWEST);
});
