/** Writing to the operator of the server. A message survives everything until it is sent, is sent once, and arrives. */
import { expect } from 'vitest';
import { CONTACT_SUBJECT_MAX } from '../../../schemas/contact/contact-limits.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { openAbout } from '../../support/settings-rows.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { message, OPERATOR, send, sent, subject, test } from './contact-stage.ts';

test('a message needs both fields, is kept while it is written, also without a network, and arrives with its author’s name and address', async ({
  open,
  ana,
  server,
}) => {
  const { page, context } = await open(ana, { at: '/settings' });
  await openAbout(page);
  await page.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(await send(page).isDisabled()).toBe(true);
  await subject(page).fill('Pictures');
  expect(await send(page).isDisabled()).toBe(true);
  await message(page).fill('They do not load.\nSince Monday.');
  expect(await send(page).isEnabled()).toBe(true);

  await draftStored(page, 'Since Monday.');
  await page.reload();
  await page.getByText('Draft restored').waitFor();
  await expect
    .poll(async () => [await subject(page).inputValue(), await message(page).inputValue()])
    .toEqual(['Pictures', 'They do not load.\nSince Monday.']);

  // Overlong text is kept, and the page says that it is too long.
  await subject(page).fill('s'.repeat(CONTACT_SUBJECT_MAX + 1));
  await page.getByText(`At most ${CONTACT_SUBJECT_MAX} characters.`).waitFor();
  expect(await send(page).isDisabled()).toBe(true);
  await subject(page).fill('s'.repeat(CONTACT_SUBJECT_MAX));
  expect(await send(page).isEnabled()).toBe(true);

  await subject(page).fill('Pictures');
  await send(page).click();
  await sent(page).waitFor();
  await hasFocus(page.getByRole('status').filter({ hasText: 'Message sent' }));
  const mail = await server.mailTo(OPERATOR);
  expect(mail.subject).toBe('Contact: Pictures');
  expect(mail.text).toContain(`Ana Ribeiro (${ana.email}) wrote`);
  expect(mail.text).toContain('> They do not load.\n> Since Monday.');

  await page.getByRole('button', { name: 'Write another' }).click();
  await expect.poll(() => message(page).inputValue()).toBe('');
  await page.reload();
  await subject(page).waitFor();
  expect(await subject(page).inputValue()).toBe('');

  // Without a network the page says so before the member begins.
  await context.setOffline(true);
  await page.getByText('You are offline. What you write is kept on this device').waitFor();
  await subject(page).fill('From the train');
  await message(page).fill('No signal here.');
  expect(await send(page).isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => send(page).isEnabled()).toBe(true);
  expect(await message(page).inputValue()).toBe('No signal here.');
  await send(page).click();
  await sent(page).waitFor();
  await server.mailTo(OPERATOR, (one) => one.subject === 'Contact: From the train');
});
