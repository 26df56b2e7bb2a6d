import { expect } from 'vitest';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { MAIL_CALLS_PATH } from '../../../../schemas/push/mail-calls.ts';
import { headerOf } from '../../../../tests/support/call-mails.ts';
import { test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { startMailServer } from '../../../../tests/support/mail-server.ts';
import type { AppOptions } from '../../../../tests/support/start-app.ts';
import { until } from '../../../../tests/support/until.ts';
import { serverKey } from '../../../db/server-key.ts';
import { runCli } from '../../../operations/cli/cli.ts';
import { MAIL_TOKEN_KEY, mailTokenOf } from './mail-token.ts';

const test = serverTest
  .extend('smtp', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const smtp = await startMailServer();
    onCleanup(() => smtp.stop());
    return smtp;
  })
  .extend('serverOptions', { scope: 'file' }, ({ smtp }): AppOptions => ({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'kith@kith.test' } }))
  /** where the mails of this member are switched off, without any cookie */
  .extend('addressOf', ({ db, server }) => async ({ id }: { readonly id: string }): Promise<string> => {
    const token = mailTokenOf(await serverKey(db.database, MAIL_TOKEN_KEY)(), id);
    return `${server.url}${MAIL_CALLS_PATH}/${token}`;
  })
  .extend('choiceOf', ({ db }) => async ({ id }: { readonly id: string }): Promise<string | undefined> => {
    const [row] = await db.sql<{ value: string }[]>`select value from settings where user_id = ${id} and key = ${settingKey.mailCalls}`;
    return row?.value;
  });

/** What a provider posts when somebody presses the button of their mail program. */
const ONE_CLICK = 'List-Unsubscribe=One-Click';

test('[R-78] HEAD and GET change nothing, and a press works in both encodings, each as often as it is sent, without a cookie', async ({
  circle,
  addressOf,
  choiceOf,
}) => {
  const ana = await circle.signUp('Ana');
  const address = await addressOf(ana);
  const shown = await fetch(address);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toContain('text/html');
  const html = await shown.text();
  expect(html).toContain('<form method="post">');
  expect(html).not.toContain('<script');
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
  expect(await choiceOf(ana)).toBeUndefined();

  const urlencoded = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: ONE_CLICK };
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const request of [urlencoded, urlencoded, { method: 'POST', body: form }, { method: 'POST' }]) {
    const answer = await fetch(address, { ...request, redirect: 'error' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await choiceOf(ana)).toBe('off');
  }

  const weekly = new URLSearchParams({ mails: 'week' });
  expect(await (await fetch(address, { method: 'POST', body: weekly })).text()).toContain('One mail a week at most');
  expect(await choiceOf(ana)).toBe('week');
});

test('[R-78] the address of a mail does not expire, and nobody can make that of another member', async ({
  circle,
  addressOf,
  choiceOf,
  db,
}) => {
  const [ben, carl] = [await circle.signUp('Ben'), await circle.signUp('Carl')];
  const address = await addressOf(ben);
  // The mail is years old.
  await db.sql`update users set created_at = created_at - interval '5 years' where id = ${ben.id}`;
  expect((await fetch(address, { method: 'POST', body: ONE_CLICK })).status).toBe(200);
  expect(await choiceOf(ben)).toBe('off');

  const idOf = ({ id }: { readonly id: string }) => Buffer.from(id.replaceAll('-', ''), 'hex');
  const bytes = Buffer.from(address.split('/').at(-1) ?? '', 'base64url');
  const swapped = Buffer.concat([idOf(carl), bytes.subarray(16)]).toString('base64url');
  for (const token of [swapped, swapped.slice(1), 'nobody', `${address.split('/').at(-1)}A`]) {
    const forged = address.replace(/[^/]+$/, token);
    expect((await fetch(forged, { method: 'POST', body: ONE_CLICK })).status).toBe(404);
    expect((await fetch(forged)).status).toBe(404);
  }
  expect(await choiceOf(carl)).toBeUndefined();

  await db.sql`delete from users where id = ${ben.id}`;
  expect((await fetch(address, { method: 'POST', body: ONE_CLICK })).status).toBe(200);
});

test('a mail that a friend said yes comes once, can be ended by one press, and does not come after that', async ({
  circle,
  smtp,
  db,
  addressOf,
}) => {
  const [dora, emil, finn] = [await circle.signUp('Dora'), await circle.signUp('Emil'), await circle.signUp('Finn')];
  const due = () => db.sql`update jobs set due_at = now() where queue = 'mail'`;
  const queued = async () => (await db.sql`select from jobs where queue = 'mail'`).length > 0;
  await circle.befriend(dora, emil);
  await due();
  const yes = () => smtp.to(dora.email).filter((mail) => headerOf(mail, 'Subject')?.endsWith('said yes'));
  await until(() => yes().length > 0);
  const [mail] = yes();
  expect(mail && headerOf(mail, 'List-Unsubscribe')).toMatch(/^<http/);
  const pressed = (await addressOf(dora)).replace(/.*\/api/, '');
  expect(mail && headerOf(mail, 'List-Unsubscribe')).toContain(pressed);

  await fetch(await addressOf(dora), { method: 'POST', body: ONE_CLICK });
  await circle.befriend(dora, finn);
  await due();
  await until(async () => !(await queued()));
  expect(yes()).toHaveLength(1);
});

test('the server mails by itself, and an operator stops and resumes the mails to an address', async ({ circle, db, server, smtp }) => {
  const [gina, hugo] = [await circle.signUp('Gina'), await circle.signUp('Hugo')];
  await circle.befriend(gina, hugo);
  const kith = async (words: string): Promise<number> =>
    runCli(words.split(' '), { DATABASE_URL: db.url, PUBLIC_URL: server.url, LOG_LEVEL: 'silent' }, () => undefined);
  expect(await kith(`mails stop ${gina.email}`)).toBe(0);
  expect(await db.sql`select because from stopped_addresses where email = ${gina.email}`).toEqual([{ because: 'operator' }]);
  expect(await kith(`mails resume ${gina.email}`)).toBe(0);
  await expect(kith(`mails resume ${gina.email}`)).rejects.toThrow('were not stopped');

  expect((await hugo.client.post('/api/posts', { content: 'hello', visibility_type: 'friends' })).status).toBe(201);
  await server.engine.settled();
  await db.sql`update sessions set last_used_at = now() - interval '1 hour'`;
  await db.sql`update users set created_at = now() - interval '1 hour'`;
  await db.sql`update posts set created_at = now() - interval '5 minutes'`;
  await db.sql`update jobs set due_at = now() where queue = 'mails-that-call'`;
  const wrote = () => smtp.to(gina.email).filter((mail) => headerOf(mail, 'Subject') === 'Hugo wrote');
  await until(() => wrote().length > 0);
  expect(wrote()).toHaveLength(1);
});
