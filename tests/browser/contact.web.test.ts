/**
 * Writing to whoever runs the server, and the pages about terms, privacy and security: what is written survives everything until
 * it is sent, is sent once, and arrives.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT_SUBJECT_MAX } from '../../schemas/contact/contact.ts';
import { barriers } from '../support/barriers.ts';
import { openProfile, type Profile } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { DRAFT_KEPT_MS, upToDate } from '../support/on-screen.ts';
import { person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

const OPERATOR = 'operator@kith.test';
const ana = person('Ana Ribeiro');
let network: FaultProxy;
let server: TestServer;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url, env: { CONTACT_EMAIL: OPERATOR } });
  await register(server, ana);
  profile = await openProfile({ url: network.url });
  page = profile.page;
  await signIn(page, ana);
  await upToDate(page);
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await network?.close();
});

const subject = () => page.getByLabel('Subject');
const message = () => page.getByRole('textbox', { name: 'Message' });
const send = () => page.getByRole('button', { name: 'Send Message' });

test('a message is kept while it is written, needs both fields, and arrives with who wrote it', async () => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(await send().isDisabled()).toBe(true);
  await subject().fill('Pictures');
  expect(await send().isDisabled()).toBe(true);
  await message().fill('They do not load.\nSince Monday.');
  expect(await send().isEnabled()).toBe(true);

  // Drafts are stored within half a second; nothing on the screen says when.
  await page.waitForTimeout(DRAFT_KEPT_MS);
  await page.reload();
  await page.getByText('Draft restored').waitFor();
  expect([await subject().inputValue(), await message().inputValue()]).toEqual(['Pictures', 'They do not load.\nSince Monday.']);
  await send().click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  const panel = page.getByRole('status').filter({ hasText: 'Message sent' });
  await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true);

  const mail = await server.mailTo(OPERATOR);
  expect(mail.subject).toBe('Contact: Pictures');
  expect(mail.text).toContain(`Ana Ribeiro (${ana.email}) wrote`);
  expect(mail.text).toContain('> They do not load.\n> Since Monday.');

  await page.getByRole('button', { name: 'Write another' }).click();
  expect(await message().inputValue()).toBe('');
  await page.reload();
  await subject().waitFor();
  expect(await subject().inputValue()).toBe('');
});

test('text that is too long is kept and said to be, and is not sent', async () => {
  await page.goto('/contact');
  await message().fill('x');
  await subject().fill('s'.repeat(CONTACT_SUBJECT_MAX + 1));
  await page.getByText(`At most ${CONTACT_SUBJECT_MAX} characters, please.`).waitFor();
  expect(await send().isDisabled()).toBe(true);
  await subject().fill('s'.repeat(CONTACT_SUBJECT_MAX));
  expect(await send().isEnabled()).toBe(true);
});

test('offline it says so before one begins, keeps what is written, and can be sent once the network is back', async () => {
  await page.goto('/contact');
  await message().waitFor();
  await profile.context.setOffline(true);
  await page.getByText('You are offline. What you write is kept on this device').waitFor();
  await subject().fill('From the train');
  await message().fill('No signal here.');
  expect(await send().isDisabled()).toBe(true);
  await profile.context.setOffline(false);
  await expect.poll(() => send().isEnabled()).toBe(true);
  expect(await message().inputValue()).toBe('No signal here.');
  await send().click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  await server.mailTo(OPERATOR, (mail) => mail.subject === 'Contact: From the train');
});

test('an answer that is lost makes no second mail', async () => {
  await page.goto('/contact');
  const asked = () => network.requests.filter(({ method, path }) => method === 'POST' && path === '/api/misc/contact').length;
  const before = asked();
  const dropped = network.dropAnswerTo('/api/misc/contact');
  await subject().fill('Only once');
  await message().fill('The network is poor.');
  await send().click();
  await dropped;
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect(asked() - before).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: 'Write another' }).click();
  await subject().fill('Afterwards');
  await message().fill('Queued behind the others.');
  await send().click();
  await server.mailTo(OPERATOR, (mail) => mail.subject === 'Contact: Afterwards');
  expect((await server.mails()).filter((mail) => mail.subject === 'Contact: Only once')).toHaveLength(1);
});

test('a refusal is said in its words and keeps what was written', async () => {
  if (!server.database) throw new Error('a server without a database to share');
  const mute = await startServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' }, on: server.database });
  const other = await openProfile({ url: mute.url });
  try {
    await signIn(other.page, ana);
    await other.page.goto('/contact');
    await other.page.getByLabel('Subject').fill('Hello');
    await other.page.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?');
    await other.page.getByRole('button', { name: 'Send Message' }).click();
    await other.page.getByRole('alert').filter({ hasText: 'Nobody has set up an address' }).waitFor();
    expect(await other.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Is anybody there?');
  } finally {
    await other.close();
    await mute.stop();
  }
});

test.each([
  ['/contact', 'Contact'],
  ['/terms', 'Terms & Conditions'],
  ['/privacy', 'Privacy Policy'],
  ['/security', 'Security Guide'],
])('%s has no barriers', async (path, title) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.getByRole('main').locator('p').first().waitFor();
  if (path !== '/contact')
    for (const words of ['data export', 'account deletion']) await page.getByText(words, { exact: false }).first().waitFor();
  expect(await barriers(page, path)).toEqual([]);
});
