/** Writing in a chat: what a device sends, what it keeps of typed text, and what happens to both without a network. */
import { expect } from 'vitest';
import { atBottom, choose, field, row, send, test } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';

test('Enter sends at every width, a button starts a new line on the phone; blank text is not sent, the field stops at the limit; typed text is kept', async ({
  phone,
  desktop,
  people,
}) => {
  await field(desktop).fill('Bread');
  await desktop.keyboard.press('Shift+Enter');
  await desktop.keyboard.type('and salt');
  await desktop.keyboard.press('Enter');
  await row(phone, 'Bread\nand salt').waitFor();
  await expect.poll(() => field(desktop).inputValue()).toBe('');
  await atBottom(desktop);
  await field(phone).fill('Good');
  await phone.getByRole('button', { name: 'New line' }).click();
  await hasFocus(field(phone));
  await phone.keyboard.type('and warm');
  expect(await field(phone).inputValue()).toBe('Good\nand warm');
  await phone.keyboard.press('Enter');
  await row(desktop, 'Good\nand warm').waitFor();
  await expect.poll(() => field(phone).inputValue()).toBe('');
  await field(phone).fill('  \n ');
  expect(await phone.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);

  // Beyond four fifths of the limit, the field shows the remaining characters.
  await field(phone).fill('x'.repeat(4000));
  expect(await phone.getByText('characters remaining').count()).toBe(0);
  await field(phone).press('End');
  await phone.keyboard.type('x');
  await phone.getByText('999 characters remaining').waitFor();
  await field(phone).fill('y'.repeat(4999));
  await field(phone).press('End');
  await phone.keyboard.type('zz');
  expect((await field(phone).inputValue()).length).toBe(5000);
  await phone.getByRole('button', { name: 'Send' }).click();
  await row(phone, 'yyyyz').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // A draft is kept over a reload, together with the message it replies to.
  await send(phone, 'Soup or stew?');
  await choose(desktop, 'Soup or stew?', 'Reply');
  await desktop.getByText(`Replying to ${people.ana.name}`).waitFor();
  await hasFocus(field(desktop));
  await field(desktop).fill('Ste');
  await draftStored(desktop, 'Ste');
  await desktop.reload();
  await desktop.getByText('Draft restored').waitFor();
  await expect.poll(() => field(desktop).inputValue()).toBe('Ste');
  await desktop.getByText(`Replying to ${people.ana.name}`).waitFor();
  await desktop.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => field(desktop).inputValue()).toBe('');
  await desktop.getByText(/^Replying to/).waitFor({ state: 'hidden' });
});
