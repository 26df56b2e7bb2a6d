import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { type ReceivedMail, startMailServer } from '../../../tests/support/mail-server.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { type AppOptions, type StartedApp, startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';

const test = serverTest
  .extend('smtp', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const smtp = await startMailServer();
    onCleanup(() => smtp.stop());
    return smtp;
  })
  /** a server that sends its mails to that mail server */
  .extend('serverOptions', { scope: 'file' }, ({ smtp }): AppOptions => {
    const env = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Kith <kith@kith.test>',
      PUBLIC_URL: 'https://kith.example',
      CONTACT_EMAIL: 'operator@kith.test',
    };
    return { env };
  })
  /** A server without a mail server, which keeps its mails in a mailbox. */
  .extend('withMailbox', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const app = await startApp();
    onCleanup(() => app.close());
    return app;
  });

const signUp = (app: StartedApp, email: string) =>
  apiClient(app.url).post('/api/auth/sign-up', { email, name: 'Ana <b>', password: PASSWORD });

const sendTo = (app: StartedApp, to: string, template = 'already-registered', data: Readonly<Record<string, string>> = {}) =>
  app.engine.system((context) => context.mail({ to, template, data }));

const messageId = ([mail]: readonly ReceivedMail[]) => /^Message-ID: (.*)\r$/m.exec(mail?.raw ?? '')?.[1];

/** how many mails to this address are queued */
const waiting = async (app: StartedApp, to: string) =>
  (await app.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${to}`).length;

/** A refused mail is tried again after a pause. Waits for the refusal, then ends the pause. */
async function letItBeDue(app: StartedApp, to: string, before: () => Promise<unknown> = async () => undefined): Promise<void> {
  // The lease of a mail that is being delivered is longer than the first pause.
  await until(async () => {
    const jobs = await app.sql<{ tries: number; pause: number }[]>`
      select tries, extract(epoch from due_at - now())::float8 as pause from jobs where queue = 'mail' and data ->> 'to' = ${to}`;
    return jobs.every(({ tries, pause }) => tries > 0 && pause < 60);
  });
  await before();
  await app.sql`update jobs set due_at = now() where queue = 'mail' and data ->> 'to' = ${to}`;
}

test('mails go to the mail server, as text and as HTML, and nothing of them stays here', async ({ server, smtp }) => {
  await signUp(server, 'ana@kith.test');
  await until(() => smtp.to('ana@kith.test').length > 0);
  const [mail] = smtp.to('ana@kith.test');
  expect(mail?.to).toEqual(['ana@kith.test']);
  expect(mail?.raw).toMatch(/^From: Kith <kith@kith\.test>\r$/m);
  expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
  // No auto-responder answers it.
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const unfolded = mail?.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  expect(unfolded).toMatch(/https:\/\/kith\.example\/auth#verify=[\w-]{43}/);
  expect(unfolded).toContain('Ana &lt;b&gt;');
  await until(async () => (await waiting(server, 'ana@kith.test')) === 0);
  expect(smtp.to('ana@kith.test')).toHaveLength(1);
  expect((await apiClient(server.url).get('/dev/mail')).status).toBe(404);
});

test('a refused mail is sent again until it is accepted, and arrives once', async ({ server, smtp }) => {
  expect((await signUp(server, 'busy-ben@kith.test')).status).toBe(201);
  await until(() => smtp.refused.length > 0);
  const [job] = await server.sql<{ id: string }[]>`select id from jobs where queue = 'mail' and data ->> 'to' = 'busy-ben@kith.test'`;
  await letItBeDue(server, 'busy-ben@kith.test');
  await until(() => smtp.to('busy-ben@kith.test').length > 0);
  expect(smtp.refused).toEqual(['busy-ben@kith.test']);
  await until(async () => (await waiting(server, 'busy-ben@kith.test')) === 0);
  expect(smtp.to('busy-ben@kith.test')).toHaveLength(1);
  // The message id is that of the queued job, at every try, so that a mail server can recognise a repetition.
  expect(messageId(smtp.to('busy-ben@kith.test'))).toBe(`<${job?.id}@kith.test>`);
  expect(server.logged.join('')).not.toContain('ben@kith.test');
});

test('a mail that is always refused is given up: the log says so, and its link is stored nowhere', async ({ server, smtp }) => {
  const to = 'never-nell@kith.test';
  expect((await signUp(server, to)).status).toBe(201);
  await until(() => smtp.refused.includes(to));
  await letItBeDue(
    server,
    to,
    () => server.sql`
    update jobs set tries = 13 where queue = 'mail' and data ->> 'to' = ${to}`,
  );
  await until(() => server.logged.join('').includes('could not deliver a mail and gave up'));
  await until(async () => (await waiting(server, to)) === 0);
  expect(server.logged.join('')).not.toContain(to);
});

test('a reply to a mail of the contact form goes to the member who wrote it', async ({ server, smtp }) => {
  const data = { name: 'Ana', email: 'ana@kith.test', subject: 'Hello', message: 'One\n.\nTwo' };
  await sendTo(server, server.config.contactEmail ?? '', 'contact', data);
  await until(() => smtp.to('operator@kith.test').length > 0);
  const [mail] = smtp.to('operator@kith.test');
  expect(mail?.to).toEqual(['operator@kith.test']);
  expect(mail?.raw).toMatch(/^Reply-To: ana@kith\.test\r$/m);
  expect(mail?.raw).toMatch(/^Subject: Contact: Hello\r$/m);
});

test('a transaction that is rolled back sends no mail', async ({ withMailbox }) => {
  await expect(
    withMailbox.engine.system(async (context) => {
      await context.mail({ to: 'never@kith.test', template: 'already-registered', data: {} });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await sendTo(withMailbox, 'after@kith.test');
  await withMailbox.mailTo('after@kith.test');
  expect((await withMailbox.mails()).map((mail) => mail.to)).not.toContain('never@kith.test');
  expect(await waiting(withMailbox, 'never@kith.test')).toBe(0);
});

test('a mail that is queued when the server stops is delivered by the next one', async ({ smtp }) => {
  const db = await testDatabase();
  onTestFinished(() => db.close());
  const nobody = await startMailServer();
  await nobody.stop();
  const first = await startApp({ on: db, env: { SMTP_URL: nobody.url, MAIL_FROM: 'kith@kith.test' } });
  await sendTo(first, 'carl@kith.test');
  await until(() => first.logged.join('').includes('could not deliver a mail; trying'));
  await first.close();
  await letItBeDue(first, 'carl@kith.test');
  expect(smtp.to('carl@kith.test')).toEqual([]);

  const second = await startApp({ on: db, env: { SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.test' } });
  onTestFinished(() => second.close());
  await until(() => smtp.to('carl@kith.test').length > 0);
  await until(async () => (await waiting(second, 'carl@kith.test')) === 0);
  expect(smtp.to('carl@kith.test')).toHaveLength(1);
});

test('an unknown template fails the act that uses it, not a later delivery', async ({ withMailbox }) => {
  await expect(sendTo(withMailbox, 'x@kith.test', 'no-such-template')).rejects.toThrow('no template');
  expect(await waiting(withMailbox, 'x@kith.test')).toBe(0);
});

test('the mailbox is a page and JSON for this machine, newest first, and nothing for anybody else', async ({ withMailbox }) => {
  const verification = { name: 'Ana <b>', token: 'a-token' };
  await sendTo(withMailbox, 'one@kith.test', 'verification', verification);
  await withMailbox.mailTo('one@kith.test');
  await sendTo(withMailbox, 'two@kith.test', 'verification', verification);
  await withMailbox.mailTo('two@kith.test');
  const client = apiClient(withMailbox.url);
  const json = await client.get('/dev/mail', { accept: 'application/json' });
  expect(json.body.slice(0, 2).map((mail: { to: string }) => mail.to)).toEqual(['two@kith.test', 'one@kith.test']);
  expect(Object.keys(json.body[0])).toEqual(expect.arrayContaining(['to', 'subject', 'text', 'html', 'links']));

  const html = await client.get('/dev/mail', { accept: 'text/html' });
  expect(html.body).toContain('Ana &lt;b&gt;');
  expect(html.body).not.toContain('<b>');
  expect(html.body).toContain(`<a href="${json.body[0].links[0]}"`);

  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, { forwarded: 'for=x' }]) {
    expect((await client.get('/dev/mail', headers as Record<string, string>)).status).toBe(404);
  }
});
