import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { readPayload } from '../../schemas/push/payload.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import { test as backupTest } from '../../tests/support/backups.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { circleOf } from '../../tests/support/fixtures/server.ts';
import { startMailServer } from '../../tests/support/mail-server.ts';
import type { TestDatabase } from '../../tests/support/postgres.ts';
import { startPushService } from '../../tests/support/push-service.ts';
import { type StartedApp, startApp } from '../../tests/support/start-app.ts';
import { until } from '../../tests/support/until.ts';
import { takeJobs } from '../db/jobs.ts';
import { readResting } from '../db/resting.ts';
import { restoreBackup, type SendingAfter } from '../operations/backup/restore-backup.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import { runCli } from '../operations/cli/cli.ts';
import { currentEpoch, renewEpoch } from '../sync/epoch.ts';

const silent = pino({ level: 'silent' });
const HERE = 'https://kith.example';

const test = backupTest
  .extend('smtp', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const smtp = await startMailServer();
    onCleanup(() => smtp.stop());
    return smtp;
  })
  .extend('pushService', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  /** a server on this database that sends its mails to the mail server, and calls devices at the push service */
  .extend('serverOn', ({ smtp, pushService }) => async (on: TestDatabase, publicUrl = HERE): Promise<StartedApp> => {
    const sends = { SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.example', PUSH_HOSTS: pushService.host };
    const app = await startApp({
      on,
      env: { ...sends, PUBLIC_URL: publicUrl, SIGN_UP: 'open' },
      pushTrusted: [pushService.certificate],
    });
    onTestFinished(() => app.close());
    return app;
  })
  /** `bare`, filled from a backup of `db` in which a mail waits since two hours and a call since a moment */
  .extend('restored', ({ db, bare, directory, serverOn }) => async (sending?: SendingAfter): Promise<TestDatabase> => {
    const first = await serverOn(db);
    await first.close();
    const mail = { to: 'old@kith.test', template: 'already-registered', data: {} };
    await db.sql`delete from jobs`;
    await db.sql`
      insert into jobs (queue, data, created_at, due_at, tries) values
        ('mail', ${db.sql.json(mail)}, now() - interval '2 hours', now() + interval '3 hours', 5),
        ('call-messages', '{}', now() - interval '3 hours', now() - interval '2 hours', 0),
        ('call-messages', '{}', now(), now(), 0)`;
    const path = join(directory, `${crypto.randomUUID()}.backup`);
    await writeBackup(db.url, path, null);
    await restoreBackup(bare.url, path, null, silent, sending);
    return bare;
  });

/** Runs a command in this process, as an operator beside the server. */
async function kith(words: string, on: TestDatabase, smtpUrl: string, publicUrl = HERE) {
  const out: string[] = [];
  const env = { DATABASE_URL: on.url, PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl, LOG_LEVEL: 'silent' };
  const code = await runCli(['--json', ...words.split(' ')], env, (text) => void out.push(text));
  return { code, json: JSON.parse(out.join('\n')) };
}

const signUp = (app: StartedApp, email: string) => apiClient(app.url).post('/api/auth/sign-up', { email, name: 'Ana', password: PASSWORD });

const health = async (app: StartedApp): Promise<string> => (await apiClient(app.url).get('/api/health')).body.data.sending;

test('[R-77] a restored copy sends nothing until the operator says that this is the place, and then only what is new', async ({
  restored,
  serverOn,
  smtp,
}) => {
  const copy = await restored();
  const app = await serverOn(copy);
  expect(await health(app)).toBe('resting');
  expect(app.logged.join('')).toContain('This database was restored or copied, so no mails and no calls are sent.');
  const { json: findings } = await kith('doctor', copy, smtp.url);
  expect(findings.find(({ name }: { name: string }) => name === 'sending')).toMatchObject({
    good: false,
    text: expect.stringContaining('npm run kith -- resume-sending'),
  });

  expect((await signUp(app, 'new@kith.test')).status).toBe(201);
  expect(await takeJobs(copy.database, 'mail', 5, 60, true)).toEqual([]);
  expect(await takeJobs(copy.database, 'call-messages', 5, 60, true)).toEqual([]);

  expect((await kith('resume-sending', copy, smtp.url)).json).toEqual({ publicUrl: HERE, waiting: 2, dropped: 2 });
  await until(() => smtp.to('new@kith.test').length > 0);
  await until(async () => (await copy.sql`select from jobs where queue = 'mail'`).length === 0);
  expect(smtp.to('old@kith.test')).toEqual([]);
  expect(await takeJobs(copy.database, 'call-messages', 5, 60, true)).toHaveLength(1);
  await until(async () => (await health(app)) === 'on');
});

test('[R-77] a restored copy calls no device and mails nobody until then, though both are due; a notice that somebody asks for is refused', async ({
  db,
  bare,
  directory,
  serverOn,
  smtp,
  pushService,
}) => {
  const first = await serverOn(db);
  const circle = circleOf(first);
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  const phone = await pushService.subscribe();
  const { endpoint, keys } = phone;
  expect((await ben.client.put('/api/push/subscription', { endpoint, keys })).status).toBe(200);
  await db.sql`delete from jobs`;
  const message = await circle.message(ana, group);
  await first.close();
  await db.sql`insert into jobs (queue, data, due_at) values ('mail', '{"to":"due@kith.test","template":"already-registered","data":{}}', now())`;
  const path = join(directory, 'circle.backup');
  await writeBackup(db.url, path, null);
  await restoreBackup(bare.url, path, null, silent);
  await bare.sql`update jobs set due_at = now() where queue = 'call'`;

  const [requests, mails] = [pushService.requests(), smtp.received.length];
  const copy = await serverOn(bare);
  let asked = 0;
  bare.listenToStatements((_connection, text) => {
    if (text.includes('resting_because')) asked += 1;
  });
  const device = apiClient(copy.url);
  device.use(ben.client.token());
  expect(await device.post('/api/push/test')).toMatchObject({ status: 503, body: { code: 'SENDING_RESTS' } });
  // Each queue reads what is due every two seconds.
  await until(() => asked >= 5);
  bare.listenToStatements(null);
  expect([pushService.requests(), smtp.received.length]).toEqual([requests, mails]);
  expect(await bare.sql`select queue from jobs where due_at <= now() and queue in ('call', 'mail') order by queue`).toMatchObject([
    { queue: 'call' },
    { queue: 'mail' },
  ]);

  await kith('resume-sending', bare, smtp.url);
  await until(() => phone.received().length === 1 && smtp.to('due@kith.test').length === 1);
  expect(readPayload(phone.received()[0]?.text ?? '')?.call?.event).toBe(message);
  expect(await device.post('/api/push/test')).toMatchObject({ status: 200 });
  expect(pushService.complaints).toEqual([]);
});

test('[R-77] a dump that was loaded rests from the first start of a server, and restore --resume answers beforehand', async ({
  restored,
  bare,
  serverOn,
}) => {
  await restored({ resumesAt: HERE });
  expect(await readResting(bare.sql)).toBeNull();
  // The mail and one of the calls are of more than an hour ago.
  expect(await bare.sql`select queue from jobs where queue = 'mail' or queue like 'call%'`).toMatchObject([{ queue: 'call-messages' }]);
  await (await serverOn(bare)).close();
  expect(await readResting(bare.sql)).toBeNull();

  // What Postgres says about itself in another place.
  await bare.sql`update epoch set home = 'elsewhere'`;
  await (await serverOn(bare)).close();
  expect(await readResting(bare.sql)).toBe('copied');
});

test('[R-77] another PUBLIC_URL rests, the one of before sends again, and a first one after this machine alone is no other', async ({
  bare,
  serverOn,
  restored,
  smtp,
}) => {
  await restored({ resumesAt: 'http://localhost:3000' });
  await (await serverOn(bare)).close();
  expect(await readResting(bare.sql)).toBeNull();
  await (await serverOn(bare, 'https://try.example')).close();
  expect(await readResting(bare.sql)).toBe('moved');
  await (await serverOn(bare)).close();
  expect(await readResting(bare.sql)).toBeNull();
  await (await serverOn(bare, 'https://try.example')).close();
  await kith('resume-sending', bare, smtp.url, 'https://try.example');
  await (await serverOn(bare, 'https://try.example')).close();
  expect(await readResting(bare.sql)).toBeNull();
});

test('[R-77] a container made anew, a second server and an upgrade of Postgres go on sending', async ({ restored, serverOn, smtp }) => {
  const upgraded = await restored('as before');
  expect(await upgraded.sql`select from jobs where queue = 'mail' or queue like 'call%'`).toHaveLength(3);
  const first = await serverOn(upgraded);
  const second = await serverOn(upgraded);
  await until(() => smtp.to('old@kith.test').length > 0);
  expect(await health(second)).toBe('on');
  await first.close();
  await second.close();
  const anew = await serverOn(upgraded);
  await signUp(anew, 'anew@kith.test');
  await until(() => smtp.to('anew@kith.test').length > 0);
});

test('[R-77] a database that was resting still rests after an upgrade of Postgres', async ({ db, restored, bare }) => {
  await renewEpoch(db.database);
  onTestFinished(() => db.sql`update epoch set resting_since = null, resting_because = null`.then(() => undefined));
  await restored('as before');
  expect(await readResting(bare.sql)).toBe('copied');
});

test('[R-77] a database that went back under its running server sends only what fell due in the last hour', async ({ db }) => {
  const known = await currentEpoch(db.database, silent);
  await db.sql`insert into jobs (queue, data, due_at) values
    ('call-posts', '{"of":"before"}', now() - interval '2 hours'), ('call-posts', '{"of":"now"}', now())`;
  await renewEpoch(db.database, known);
  expect(await readResting(db.sql)).toBeNull();
  expect(await db.sql`select data from jobs where queue = 'call-posts'`).toMatchObject([{ data: { of: 'now' } }]);
});

test('[R-77] without a mail server mails stay on this machine, so a copy shows them', async ({ restored }) => {
  const copy = await restored();
  const app = await startApp({ on: copy });
  onTestFinished(() => app.close());
  await signUp(app, 'here@kith.test');
  expect((await app.mailTo('here@kith.test')).subject).toBe('Confirm your address');
  expect(await readResting(copy.sql)).toBe('copied');
});
