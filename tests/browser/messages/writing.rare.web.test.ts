/** Messages that are written without a network. */
import { expect } from 'vitest';
import { choose, field, row, send, test } from '../../support/fixtures/chat.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { cutSync, healSync } from '../../support/on-screen.ts';

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

test('a message that is sent while the one before is still being stored follows it', async ({ phone }) => {
  await phone.getByText('Nothing said yet').waitFor();
  await field(phone).fill('The first');
  await field(phone).evaluate((area: HTMLTextAreaElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    area.form?.requestSubmit();
    setValue?.call(area, 'The second');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.form?.requestSubmit();
  });
  for (const text of ['The first', 'The second']) await row(phone, text).waitFor();
  await expect.poll(() => field(phone).inputValue()).toBe('');
});
