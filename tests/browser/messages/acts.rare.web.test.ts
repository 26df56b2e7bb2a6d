/** Messages that are reached by a quote or a link, take reactions, are edited and deleted, and of members who are blocked. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { choose, field, focused, list, openActions, openChat, row, send, test, toBottom } from '../../support/fixtures/chat.ts';

test('a quote leads to its message from far away, as does a link that names it', async ({ phone, desktop, group, cleoSays }) => {
  const bread = await cleoSays('Who brings the bread?');
  for (let n = 1; n <= 25; n++) await cleoSays(`Filler ${n} ${'and more '.repeat(12)}`);
  await row(phone, 'Filler 25').waitFor();
  await toBottom(phone);
  await cleoSays('Rye?', bread);
  await row(phone, 'Rye?')
    .getByRole('button', { name: /Who brings the bread/ })
    .click();
  await phone.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
  await expect.poll(() => focused(phone)).toContain('Who brings the bread?');

  await openChat(desktop, group, `?message=${bread}`);
  await desktop.locator('[data-arrived]').filter({ hasText: 'Who brings the bread?' }).waitFor();
  await expect.poll(() => focused(desktop)).toContain('Who brings the bread?');
});

test('a reaction is added from the sheet, and taken back on its chip', async ({ phone, desktop }) => {
  await send(phone, 'Party on Sunday');
  await (await openActions(desktop, 'Party on Sunday')).getByRole('button', { name: 'Heart' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).click();
  await row(desktop, 'Party on Sunday').getByRole('button', { name: 'Heart, 2' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).waitFor();
});

test('only its author edits a message; what was being written is still there', async ({ phone, desktop }) => {
  await send(phone, 'Eleven o clock');
  const sheet = await openActions(desktop, 'Eleven o clock');
  await sheet.getByRole('button', { name: 'Copy text' }).waitFor();
  for (const action of ['Edit', 'Delete']) expect(await sheet.getByRole('button', { name: action, exact: true }).count()).toBe(0);
  await desktop.keyboard.press('Escape');
  await field(phone).fill('Half a thought');
  await choose(phone, 'Eleven o clock', 'Edit');
  await phone.getByText('Editing your message').waitFor();
  await phone.getByLabel('Edit message').fill('Twelve o clock');
  await phone.getByRole('button', { name: 'Save' }).click();
  await row(desktop, 'Twelve o clock').getByText('(edited)').waitFor();
  await expect.poll(() => field(phone).inputValue()).toBe('Half a thought');
});

test('a deleted message says so, and nothing can be done with it', async ({ phone, desktop }) => {
  await send(phone, 'Eleven o clock');
  await row(desktop, 'Eleven o clock').waitFor();
  await choose(phone, 'Eleven o clock', 'Delete');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row(desktop, 'This message was deleted').waitFor();
  await expect.poll(() => row(desktop, 'This message was deleted').getByRole('button').count()).toBe(0);
});

test('messages of a blocked member are hidden, and show again', async ({ desktop, people: { ben, cleo }, cleoSays }) => {
  await cleoSays('Cleo says hello');
  await row(desktop, 'Cleo says hello').waitFor();
  expect((await ben.client.put(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Message from someone you blocked').waitFor();
  await row(desktop, 'Cleo says hello').waitFor({ state: 'hidden' });
  await expect.poll(() => list(desktop).getByText(cleo.name).count()).toBe(0);
  expect((await ben.client.delete(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Cleo says hello').waitFor();
});

test('the chat has no barriers, nor do a reply and the sheet of a message', async ({ phone, cleoSays }) => {
  await cleoSays('Cleo says hello');
  await row(phone, 'Cleo says hello').waitFor();
  expect.soft(await barriers(phone, 'chat')).toEqual([]);
  await choose(phone, 'Cleo says hello', 'Reply');
  await phone.getByText(/^Replying to/).waitFor();
  expect.soft(await barriers(phone, 'chat, replying')).toEqual([]);
  await phone.keyboard.press('Escape');
  await (await openActions(phone, 'Cleo says hello')).waitFor();
  expect.soft(await barriers(phone, 'chat, message sheet')).toEqual([]);
});
