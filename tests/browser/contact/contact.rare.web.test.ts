/** Messages to the people who run the server, on a bad network or refused. */
import { expect } from 'vitest';
import { startApp } from '../../support/start-app.ts';
import { message, OPERATOR, send, sent, subject, test } from './contact-stage.ts';

test('a lost answer causes no second mail', async ({ open, ana, server, faultProxy }) => {
  const { page } = await open(ana, { url: faultProxy.url, at: '/contact' });
  const asked = () => faultProxy.requests.filter(({ method, path }) => method === 'POST' && path === '/api/misc/contact').length;
  const dropped = faultProxy.dropAnswerTo('/api/misc/contact');
  await subject(page).fill('Only once');
  await message(page).fill('The network is poor.');
  await send(page).click();
  await dropped;
  await sent(page).waitFor();
  expect(asked()).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: 'Write another' }).click();
  await subject(page).fill('Afterwards');
  await message(page).fill('Queued behind the others.');
  await send(page).click();
  await server.mailTo(OPERATOR, (mail) => mail.subject === 'Contact: Afterwards');
  expect((await server.mails()).filter((mail) => mail.subject === 'Contact: Only once')).toHaveLength(1);
});

test('a refusal is shown with its reason, and keeps what was written', async ({ open, ana, db, onTestFinished }) => {
  const mute = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' }, on: db });
  onTestFinished(() => mute.close());
  const { page } = await open(ana, { url: mute.url, at: '/contact' });
  await subject(page).fill('Hello');
  await message(page).fill('Is anybody there?');
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: 'Nobody has set up an address' }).waitFor();
  expect(await message(page).inputValue()).toBe('Is anybody there?');
});
