/** Writing in a chat: what a device sends, what it keeps of typed text, and what happens to both without a network. */
import { expect } from 'vitest';
import { atBottom, choose, field, row, send, test } from '../../support/fixtures/chat.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { cutSync, hasFocus, healSync } from '../../support/on-screen.ts';
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
  expect(await field(desktop).inputValue()).toBe('Ste');
  await desktop.getByText(`Replying to ${people.ana.name}`).waitFor();
  await desktop.getByRole('button', { name: 'Discard' }).click();
  expect(await field(desktop).inputValue()).toBe('');
  await desktop.getByText(/^Replying to/).waitFor({ state: 'hidden' });
});

test('a message written offline is stored, marked, and sent once; a refused change is shown, and can be sent again', async ({
  phone,
  people: { ana, ben },
  group,
}) => {
  const read = async ({ client }: Member): Promise<string[]> =>
    (await client.get(`/api/groups/${group}/messages`)).body.data.items.map((message: { content: string }) => message.content);
  await phone.getByText('Nothing said yet').waitFor();
  await cutSync(phone);
  await phone.context().setOffline(true);
  await send(phone, 'From the tunnel');
  await row(phone, 'From the tunnel').getByText('Saved, not sent yet').waitFor();
  expect(await read(ben)).toEqual([]);
  await phone.context().setOffline(false);
  await healSync(phone);
  await row(phone, 'From the tunnel').getByText('Saved, not sent yet').waitFor({ state: 'hidden' });
  await expect.poll(() => read(ben)).toEqual(['From the tunnel']);
  await expect.poll(() => row(phone, 'From the tunnel').count()).toBe(1);

  await send(phone, 'The first version');
  await expect.poll(() => read(ben)).toContain('The first version');
  const id = await row(phone, 'The first version').locator('[id^=message-]').getAttribute('id');
  await cutSync(phone);
  await choose(phone, 'The first version', 'Edit');
  await phone.getByLabel('Edit message').fill('From the phone');
  await phone.getByRole('button', { name: 'Save' }).click();
  await row(phone, 'From the phone')
    .getByText(/Sending|not sent yet/)
    .waitFor();
  await ana.client.put(`/api/messages/${id?.replace('message-', '')}`, { content: 'From the kitchen' });
  await healSync(phone);
  await row(phone, 'From the kitchen').waitFor();
  const failed = row(phone, 'From the phone');
  await failed.getByText('Not sent').waitFor();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => read(ben)).toContain('From the phone');
  await phone.getByText('Not sent').waitFor({ state: 'hidden' });
});
