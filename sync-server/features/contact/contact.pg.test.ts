import { expect } from 'vitest';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '../../../schemas/contact/contact-limits.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { circleOf, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { type AppOptions, type StartedApp, startApp } from '../../../tests/support/start-app.ts';

const OPERATOR = 'operator@kith.test';
const PATH = '/api/misc/contact';

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: OPERATOR } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** another server on the same database, closed after the test */
  .extend('startOther', async ({ db }, { onCleanup }) => {
    const started: StartedApp[] = [];
    onCleanup(async () => {
      for (const each of started) await each.close();
    });
    return async (env: NodeJS.ProcessEnv) => {
      const other = await startApp({ env, on: db });
      started.push(other);
      return other;
    };
  });

test('a message arrives with its sender, line by line, and as text', async ({ ana, server }) => {
  const message = 'It began on Monday.\n\n<b>Since then</b> nothing loads.';
  const { status, body } = await ana.client.post(PATH, { subject: ' Photos\r\nBcc: all@kith.test ', message: `  ${message}\n` });
  expect([status, body]).toEqual([201, { success: true, data: {}, message: 'Message sent' }]);
  const mail = await server.mailTo(OPERATOR, (each) => each.subject.includes('Photos'));
  expect(mail.subject).toBe('Contact: Photos Bcc: all@kith.test');
  expect(mail.text).toContain(`Ana (${ana.email}) wrote`);
  expect(mail.text).toContain('> It began on Monday.\n> \n> <b>Since then</b> nothing loads.');
  expect(mail.html).toContain('It began on Monday.\n\n&lt;b&gt;Since then&lt;/b&gt; nothing loads.');
});

test('a message that is sent again with its key is one mail', async ({ ana, server }) => {
  const key = { 'idempotency-key': 'pressed twice' };
  const body = { subject: 'Once', message: 'The answer was lost.' };
  for (let sent = 0; sent < 2; sent += 1) expect((await ana.client.post(PATH, body, key)).status).toBe(201);
  await ana.client.post(PATH, { subject: 'Later', message: 'Queued after them.' });
  await server.mailTo(OPERATOR, (mail) => mail.subject === 'Contact: Later');
  expect((await server.mails()).filter((mail) => mail.subject === 'Contact: Once')).toHaveLength(1);
});

test.for([
  [{}],
  [{ subject: 'No message' }],
  [{ subject: '  ', message: 'No subject' }],
  [{ subject: 'Blank', message: ' \n ' }],
  [{ subject: 's'.repeat(CONTACT_SUBJECT_MAX + 1), message: 'x' }],
  [{ subject: 'Too long', message: 'm'.repeat(CONTACT_MESSAGE_MAX + 1) }],
])('%# a message that is incomplete or too long is invalid', async ([body], { ana }) => {
  expect((await ana.client.post(PATH, body)).status).toBe(422);
});

test('without a session nothing is sent', async ({ server }) => {
  expect((await apiClient(server.url).post(PATH, { subject: 'Spam', message: 'Buy' })).status).toBe(401);
});

test('a message that nobody would read is refused in words', async ({ startOther }) => {
  const cleo = await circleOf(await startOther({ SMTP_URL: 'smtp://127.0.0.1:1' })).signUp('Cleo');
  const { status, body } = await cleo.client.post(PATH, { subject: 'Hello', message: 'Is anybody there?' });
  expect([status, body.code]).toEqual([503, 'CONTACT_UNAVAILABLE']);
  expect(body.message).toContain('Nobody has set up an address');
});

test('the eleventh message in an hour is refused', async ({ startOther }) => {
  const ben = await circleOf(await startOther({ RATE_LIMITS: '1' })).signUp('Ben');
  const body = { subject: 'Again', message: 'and again' };
  for (let sent = 0; sent < 10; sent += 1) expect((await ben.client.post(PATH, body)).status).toBe(201);
  expect((await ben.client.post(PATH, body)).status).toBe(429);
});
