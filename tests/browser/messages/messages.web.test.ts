/** What members do with a message once it stands: reply, react, edit, delete, block who wrote it, and come to it by a link. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { choose, field, focused, list, openActions, openChat, row, send, test, toBottom } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';

test('replies quote the message as it stands, and lead to it, as does a link that names it', async ({
  phone,
  desktop,
  people: { ben, cleo },
  group,
  cleoSays,
}) => {
  const bread = await cleoSays('Who brings the bread?');
  await choose(desktop, 'Who brings the bread?', 'Reply');
  await desktop.getByText(`Replying to ${cleo.name}`).waitFor();
  await hasFocus(field(desktop));
  await desktop.keyboard.type('I do');
  await desktop.keyboard.press('Enter');
  await row(phone, 'I do').getByText('Who brings the bread?').waitFor();
  await choose(phone, 'I do', 'Reply');
  await phone.getByText(`Replying to ${ben.name}`).waitFor();
  await hasFocus(field(phone));
  await phone.keyboard.press('Escape');
  await phone.getByText(/^Replying to/).waitFor({ state: 'hidden' });

  // Far from it, the quote leads back.
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

test('a message takes reactions; one edits and deletes what one wrote, nobody else does; who is blocked is hidden; nothing is in the way', async ({
  phone,
  desktop,
  people: { ben, cleo },
  cleoSays,
}) => {
  // Given from the sheet, and taken back on the chip.
  await send(phone, 'Party on Sunday');
  await (await openActions(desktop, 'Party on Sunday')).getByRole('button', { name: 'Heart' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).click();
  await row(desktop, 'Party on Sunday').getByRole('button', { name: 'Heart, 2' }).click();
  await row(phone, 'Party on Sunday').getByRole('button', { name: 'Heart, 1' }).waitFor();

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
  // The message that was being written is still there.
  await expect.poll(() => field(phone).inputValue()).toBe('Half a thought');
  await field(phone).fill('');
  await choose(phone, 'Twelve o clock', 'Delete');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row(desktop, 'This message was deleted').waitFor();
  expect(await row(desktop, 'This message was deleted').getByRole('button').count()).toBe(0);

  await cleoSays('Cleo says hello');
  await row(desktop, 'Cleo says hello').waitFor();
  expect((await ben.client.put(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Message from someone you blocked').waitFor();
  await row(desktop, 'Cleo says hello').waitFor({ state: 'hidden' });
  expect(await list(desktop).getByText(cleo.name).count()).toBe(0);
  expect((await ben.client.delete(`/api/profiles/${cleo.id}/block`)).status).toBe(200);
  await row(desktop, 'Cleo says hello').waitFor();

  expect.soft(await barriers(phone, 'chat')).toEqual([]);
  await choose(phone, 'Cleo says hello', 'Reply');
  await phone.getByText(/^Replying to/).waitFor();
  expect.soft(await barriers(phone, 'chat, replying')).toEqual([]);
  await phone.keyboard.press('Escape');
  await (await openActions(phone, 'Cleo says hello')).waitFor();
  expect.soft(await barriers(phone, 'chat, message sheet')).toEqual([]);
});
