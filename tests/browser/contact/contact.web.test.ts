/**
 * Writing to the operator of the server, and the pages about terms, privacy and security. A message survives everything until it is sent,
 * is sent once, and arrives.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONTACT_SUBJECT_MAX } from '../../../schemas/contact/contact.ts';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { startApp } from '../../support/start-app.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const OPERATOR = 'operator@kith.test';

const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: OPERATOR } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

const subject = (page: Page) => page.getByLabel('Subject');
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });
const sent = (page: Page) => page.getByRole('heading', { name: 'Message sent' });

test('a message needs both fields, is kept while it is written, also without a network, and arrives with its author’s name and address', async ({
  open,
  ana,
  server,
}) => {
  const { page, context } = await open(ana, { at: '/settings' });
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
  expect([await subject(page).inputValue(), await message(page).inputValue()]).toEqual(['Pictures', 'They do not load.\nSince Monday.']);

  // Overlong text is kept, and the page says that it is too long.
  await subject(page).fill('s'.repeat(CONTACT_SUBJECT_MAX + 1));
  await page.getByText(`At most ${CONTACT_SUBJECT_MAX} characters, please.`).waitFor();
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
  expect(await message(page).inputValue()).toBe('');
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

test('contact, terms, privacy and security have no barriers', async ({ open, ana }) => {
  const { page } = await open(ana, { at: '/contact' });
  for (const [path, title] of [
    ['/contact', 'Contact'],
    ['/terms', 'Terms & Conditions'],
    ['/privacy', 'Privacy Policy'],
    ['/security', 'Security Guide'],
  ] as const) {
    if (path !== '/contact') await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByRole('main').locator('p').first().waitFor();
    if (path !== '/contact')
      for (const words of ['data export', 'account deletion']) await page.getByText(words, { exact: false }).first().waitFor();
    expect.soft(await barriers(page, path)).toEqual([]);
  }
});
