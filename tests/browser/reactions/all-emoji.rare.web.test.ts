/** The list of all emoji: searched by name, walked through by keyboard, and available offline. */
import { expect } from 'vitest';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { allEmoji, openAllEmoji, reactTo } from '../../support/emoji.ts';
import { commentField, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import { hasFocus } from '../../support/on-screen.ts';

const test = stageTest
  // One of the tests opens the app without a network.
  .extend('serviceWorkers', () => 'allow' as const)
  .extend('post', async ({ circle, people }) => circle.post(people.ana, { content: 'Anything goes' }))
  /** The emoji of the reactions that the server has for the post, in their order. */
  .extend('given', async ({ server, post }) => async (): Promise<string[]> => {
    const rows = await server.sql<{ emoji_code: string }[]>`
      select emoji_code from post_reactions where target_id = ${post} order by created_at`;
    return rows.map((row) => row.emoji_code);
  });

test('all emoji are found by name and chosen by keyboard, in the chosen skin tone, and no other server is asked for them', async ({
  open,
  app,
  people,
  post,
  given,
}) => {
  const { page: desktop, complaints } = await open(people.ben, { viewport: DESKTOP, at: 'about:blank' });
  const asked: string[] = [];
  desktop.on('request', (request) => asked.push(request.url()));
  await openPost(desktop, post);
  const search = await openAllEmoji(desktop);
  await search.fill('no such thing at all');
  await allEmoji(desktop).getByText('No emoji found for “no such thing at all”').waitFor();
  await search.fill('avocado');
  await allEmoji(desktop).getByRole('gridcell', { name: 'Avocado' }).waitFor();
  await desktop.keyboard.press('Enter');
  await allEmoji(desktop).waitFor({ state: 'detached' });
  await hasFocus(reactTo(desktop));
  await desktop.getByRole('button', { name: '1 reaction, yours included' }).getByText('🥑').waitFor();

  await openAllEmoji(desktop);
  await allEmoji(desktop)
    .getByRole('button', { name: /^Change skin tone/ })
    .click();
  await search.fill('waving hand');
  await allEmoji(desktop).getByRole('gridcell', { name: 'Waving hand' }).click();
  await desktop.getByRole('button', { name: '2 reactions' }).getByText('👋🏻').waitFor();
  await expect.poll(given).toEqual(['🥑', '👋🏻']);
  // The next time, the skin tone is still the chosen one.
  await openAllEmoji(desktop);
  await search.fill('waving hand');
  await allEmoji(desktop).getByText('👋🏻').waitFor();
  await desktop.keyboard.press('Escape');
  await hasFocus(reactTo(desktop));
  expect(asked).not.toEqual([]);
  expect(asked.filter((address) => new URL(address).origin !== app.url)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('all emoji are walked through with the arrow keys, and the selected one stays in view', async ({ desktop, post }) => {
  await openPost(desktop, post);
  await openAllEmoji(desktop);
  // The row of the emoji is marked too, so the selector names the button.
  const active = allEmoji(desktop).locator('button[data-active]');
  const name = () => active.getAttribute('aria-label');
  const hidden = () =>
    active.evaluate((element) => {
      const list = element.closest('[frimousse-viewport]')?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return list ? Math.max(list.top - top, bottom - list.bottom) : Number.NaN;
    });
  await desktop.keyboard.press('ArrowDown');
  // Goes beyond the first category: a heading follows its last row.
  for (let row = 0; row < 30; row++) {
    const before = await name();
    await desktop.keyboard.press('ArrowDown');
    await expect.poll(name).not.toBe(before);
    await expect.poll(hidden).toBeLessThanOrEqual(1);
  }
  const stepped = await name();
  // Held down: the same key repeats.
  for (let row = 0; row < 60; row++) await desktop.keyboard.down('ArrowDown');
  await desktop.keyboard.up('ArrowDown');
  await active.waitFor();
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  await expect.poll(name).not.toBe(stepped);
  await desktop.keyboard.press('Enter');
  await desktop.getByRole('button', { name: '1 reaction, yours included' }).waitFor();
});

test('all emoji are available offline once the app is on the device', async ({ phone, post, given }) => {
  await openPost(phone, post);
  await waitForOfflineApp(phone);
  await phone.context().setOffline(true);
  await phone.reload();
  await commentField(phone).waitFor();
  const search = await openAllEmoji(phone);
  await search.fill('mole');
  await search.fill('metro');
  await allEmoji(phone).getByRole('gridcell', { name: 'Metro' }).click();
  await phone.getByRole('button', { name: '1 reaction, yours included' }).getByText('🚇').waitFor();
  await phone.context().setOffline(false);
  await expect.poll(given).toEqual(['🚇']);
});
