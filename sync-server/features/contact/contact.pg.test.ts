import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '../../../schemas/contact/contact.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { type Member, newMember } from '../../../tests/support/member.ts';
import { type StartedApp, startApp } from '../../../tests/support/start-app.ts';

const OPERATOR = 'operator@kith.test';
const PATH = '/api/misc/contact';
let app: StartedApp;
let ana: Member;

beforeAll(async () => {
  app = await startApp({ env: { CONTACT_EMAIL: OPERATOR } });
  ana = await newMember(app, 'Ana');
});
afterAll(() => app.close());

test('what a member writes arrives with who wrote it, line by line, and as text', async () => {
  const message = 'It began on Monday.\n\n<b>Since then</b> nothing loads.';
  const { status, body } = await ana.client.post(PATH, { subject: ' Photos\r\nBcc: all@kith.test ', message: `  ${message}\n` });
  expect([status, body]).toEqual([201, { success: true, data: { message: 'Message sent' } }]);
  const mail = await app.mailTo(OPERATOR);
  expect(mail.subject).toBe('Contact: Photos Bcc: all@kith.test');
  expect(mail.text).toContain(`Ana (${ana.email}) wrote`);
  expect(mail.text).toContain('> It began on Monday.\n> \n> <b>Since then</b> nothing loads.');
  expect(mail.html).toContain('It began on Monday.\n\n&lt;b&gt;Since then&lt;/b&gt; nothing loads.');
});

test('one that is sent again with its key is one mail', async () => {
  const key = { 'idempotency-key': 'pressed twice' };
  const body = { subject: 'Once', message: 'The answer was lost.' };
  for (let sent = 0; sent < 2; sent += 1) expect((await ana.client.post(PATH, body, key)).status).toBe(201);
  await ana.client.post(PATH, { subject: 'Later', message: 'Queued after them.' });
  await app.mailTo(OPERATOR, (mail) => mail.subject === 'Contact: Later');
  expect((await app.mails()).filter((mail) => mail.subject === 'Contact: Once')).toHaveLength(1);
});

test.each([
  [{}],
  [{ subject: 'No message' }],
  [{ subject: '  ', message: 'No subject' }],
  [{ subject: 'Blank', message: ' \n ' }],
  [{ subject: 's'.repeat(CONTACT_SUBJECT_MAX + 1), message: 'x' }],
  [{ subject: 'Too long', message: 'm'.repeat(CONTACT_MESSAGE_MAX + 1) }],
])('%# a message that misses something or is too long is invalid', async (body) => {
  expect((await ana.client.post(PATH, body)).status).toBe(422);
});

test('without a session nothing is sent', async () => {
  expect((await apiClient(app.url).post(PATH, { subject: 'Spam', message: 'Buy' })).status).toBe(401);
});

test('where nobody would read it, it is refused in words', async () => {
  const other = await startApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    on: { sql: app.sql, database: app.database, url: '', close: async () => {} },
  });
  try {
    const client = apiClient(other.url);
    client.use(ana.client.token());
    const { status, body } = await client.post(PATH, { subject: 'Hello', message: 'Is anybody there?' });
    expect([status, body.code]).toEqual([503, 'CONTACT_UNAVAILABLE']);
    expect(body.message).toContain('Nobody has set up an address');
  } finally {
    await other.close();
  }
});

test('ten messages in an hour are enough', async () => {
  const limited = await startApp({ env: { RATE_LIMITS: '1' } });
  try {
    const ben = await newMember(limited, 'Ben');
    const body = { subject: 'Again', message: 'and again' };
    for (let sent = 0; sent < 10; sent += 1) expect((await ben.client.post(PATH, body)).status).toBe(201);
    expect((await ben.client.post(PATH, body)).status).toBe(429);
  } finally {
    await limited.close();
  }
});
