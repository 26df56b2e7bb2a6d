/** What members do with a sent message. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { choose, field, row, test } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';

test('a reply quotes its message, and reaches the group', async ({ phone, desktop, people: { ben, cleo }, cleoSays }) => {
  await cleoSays('Who brings the bread?');
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
  expect(await violations(phone)).toEqual([]);
});
