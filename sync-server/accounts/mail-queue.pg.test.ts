import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/member.ts';
import { testDatabase } from '../../tests/support/postgres.ts';
import { type StartedApp, startApp } from '../../tests/support/start-app.ts';

interface Received {
  readonly to: string[];
  readonly raw: string;
}

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A real mail server on this machine; it refuses the first `refusals` mails. */
async function mailServer(refusals = 0) {
  const received: Received[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refused < refusals) {
          refused += 1;
          return done(Object.assign(new Error('busy, come again'), { responseCode: 451 }));
        }
        received.push({ to: session.envelope.rcptTo.map((to) => to.address), raw: Buffer.concat(chunks).toString() });
        return done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await new Promise<void>((resolve) => server.close(resolve));
  };
  cleanUp.push(stop);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, refused: () => refused, stop };
}

async function start(env: NodeJS.ProcessEnv): Promise<StartedApp> {
  const app = await startApp({ env });
  cleanUp.push(() => app.close());
  return app;
}

const signUp = (app: StartedApp, email: string) =>
  apiClient(app.url).post('/api/auth/sign-up', { email, name: 'Ana <b>', password: PASSWORD });

const waiting = async (app: StartedApp) => {
  const [row] = await app.sql`select count(*)::int as n from pgboss.job where name = 'mail'`;
  return row?.n as number;
};

test('mails go to the mail server, as text and as HTML, and nothing of them stays behind', async () => {
  const smtp = await mailServer();
  const app = await start({ SMTP_URL: smtp.url, MAIL_FROM: 'Kith <kith@kith.test>', PUBLIC_URL: 'https://kith.example' });
  await signUp(app, 'ana@kith.test');
  await expect.poll(() => smtp.received.length, { timeout: 5000 }).toBe(1);
  const [mail] = smtp.received;
  expect(mail?.to).toEqual(['ana@kith.test']);
  expect(mail?.raw).toMatch(/^From: Kith <kith@kith\.test>\r$/m);
  expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
  const unfolded = mail?.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  expect(unfolded).toMatch(/https:\/\/kith\.example\/auth\?verify=[\w-]{43}/);
  expect(unfolded).toContain('Ana &lt;b&gt;');
  await expect.poll(() => waiting(app), { timeout: 5000 }).toBe(0);
  expect((await apiClient(app.url).get('/dev/mail')).status).toBe(404);
});

test('a mail that the server refuses is sent again until it is taken, and arrives once', async () => {
  const smtp = await mailServer(1);
  const app = await start({ SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.test' });
  expect((await signUp(app, 'ben@kith.test')).status).toBe(201);
  await expect.poll(() => smtp.received.length, { timeout: 25_000, interval: 100 }).toBe(1);
  expect(smtp.refused()).toBe(1);
  await expect.poll(() => waiting(app), { timeout: 5000 }).toBe(0);
  expect(smtp.received).toHaveLength(1);
  expect(app.logged.join('')).not.toContain('ben@kith.test');
});

test('an answer to what a member wrote with the contact form goes to them', async () => {
  const smtp = await mailServer();
  const app = await start({ SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.test', CONTACT_EMAIL: 'operator@kith.test' });
  const data = { name: 'Ana', email: 'ana@kith.test', subject: 'Hello', message: 'One\n.\nTwo' };
  await app.engine.system((context) => context.mail({ to: app.config.contactEmail ?? '', template: 'contact', data }));
  await expect.poll(() => smtp.received.length, { timeout: 5000 }).toBe(1);
  expect(smtp.received[0]?.to).toEqual(['operator@kith.test']);
  expect(smtp.received[0]?.raw).toMatch(/^Reply-To: ana@kith\.test\r$/m);
  expect(smtp.received[0]?.raw).toMatch(/^Subject: Contact: Hello\r$/m);
});

test('what is rolled back sends no mail', async () => {
  const app = await start({});
  await expect(
    app.engine.system(async (context) => {
      await context.mail({ to: 'never@kith.test', template: 'already-registered', data: {} });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await app.engine.system((context) => context.mail({ to: 'after@kith.test', template: 'already-registered', data: {} }));
  await app.mailTo('after@kith.test');
  expect((await app.mails()).map((mail) => mail.to)).toEqual(['after@kith.test']);
});

test('a mail that waits when the server stops is delivered by the next one', async () => {
  const db = await testDatabase();
  cleanUp.push(() => db.close());
  const nobody = await mailServer();
  await nobody.stop();
  const first = await startApp({ on: db, env: { SMTP_URL: nobody.url, MAIL_FROM: 'kith@kith.test' } });
  await signUp(first, 'carl@kith.test');
  await expect.poll(() => first.logged.join('').includes('was not delivered'), { timeout: 10_000 }).toBe(true);
  await first.close();

  const smtp = await mailServer();
  const second = await startApp({ on: db, env: { SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.test' } });
  cleanUp.push(() => second.close());
  await expect.poll(() => smtp.received.map((mail) => mail.to), { timeout: 20_000, interval: 100 }).toEqual([['carl@kith.test']]);
});

test('a template that does not exist fails the act that asks for it, not some mail later', async () => {
  const app = await start({});
  const act = app.engine.system((context) => context.mail({ to: 'x@kith.test', template: 'no-such-template', data: {} }));
  await expect(act).rejects.toThrow('no template');
  expect(await waiting(app)).toBe(0);
});

test('the mailbox is a page and JSON for this machine, newest first, and nothing for anybody else', async () => {
  const app = await start({});
  await signUp(app, 'one@kith.test');
  await app.mailTo('one@kith.test');
  await signUp(app, 'two@kith.test');
  await app.mailTo('two@kith.test');
  const client = apiClient(app.url);
  const json = await client.get('/dev/mail', { accept: 'application/json' });
  expect(json.body.map((mail: { to: string }) => mail.to)).toEqual(['two@kith.test', 'one@kith.test']);
  expect(Object.keys(json.body[0])).toEqual(expect.arrayContaining(['to', 'subject', 'text', 'html', 'links']));

  const html = await client.get('/dev/mail', { accept: 'text/html' });
  expect(html.body).toContain('Ana &lt;b&gt;');
  expect(html.body).not.toContain('<b>');
  expect(html.body).toContain(`<a href="${json.body[0].links[0]}"`);

  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, { forwarded: 'for=x' }]) {
    expect((await client.get('/dev/mail', headers as Record<string, string>)).status).toBe(404);
  }
});
