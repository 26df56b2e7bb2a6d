import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { expect } from 'vitest';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { headerOf, PUBLIC_URL, test, unfolded } from '../../../../tests/support/call-mails.ts';
import { smtpDelivery } from '../../../accounts/mail/mail-delivery.ts';
import { restSending, resumeSending } from '../../../core/sending.ts';
import { resumeAddress, stopAddress } from './stopped-addresses.ts';

/** What people write, and no mail may contain. */
const CANARY = 'canary-7f3a the text of a friend';
const HOURS_A_STEP = 6;

test('[R-79] at most one mail a day over weeks, then one a week, from two processes, never empty and without any text', async ({
  circle,
  db,
  smtp,
  sender,
  pass,
  choose,
  people: { ana, ben, priya },
}) => {
  const [one, other] = [sender(), sender()];
  const group = await circle.group(ben, ana, priya);
  const at: number[] = [];
  async function live(days: number, from: number): Promise<void> {
    for (let hour = from; hour < from + days * 24; hour += HOURS_A_STEP) {
      await circle.post(ben, { content: CANARY });
      await circle.message(priya, group, CANARY);
      await pass(`${HOURS_A_STEP} hours`);
      await Promise.all([one.send(), other.send()]);
      while (at.length < smtp.to(ana.email).length) at.push(hour);
    }
  }
  await live(10, 0);
  expect(at.length).toBeGreaterThanOrEqual(8);
  expect(at.length).toBeLessThanOrEqual(10);
  for (const [n, hour] of at.entries()) if (n > 0) expect(hour - (at[n - 1] ?? 0)).toBeGreaterThanOrEqual(24);
  // Each covers its own day: four posts and four messages in 24 hours, and up to half a day more until it was due.
  for (const mail of smtp.to(ana.email)) expect(unfolded(mail)).toMatch(/\b[1-5] new posts?\b/);

  await choose(ana, settingKey.mailCalls, 'week');
  const daily = at.length;
  await live(16, 240);
  expect(at.length - daily).toBe(2);
  expect((at[daily + 1] ?? 0) - (at[daily] ?? 0)).toBeGreaterThanOrEqual(7 * 24);
  expect(unfolded(smtp.to(ana.email).at(-1) ?? { to: [], raw: '' })).toMatch(/\b2[6-9] new posts/);

  await choose(ana, settingKey.mailCalls, 'off');
  const weekly = at.length;
  await live(9, 1000);
  expect(at.length).toBe(weekly);
  expect(smtp.received.map(({ to }) => to)).toEqual(at.map(() => [ana.email]));
  for (const mail of smtp.received) {
    expect(unfolded(mail)).not.toContain('canary');
    expect(Buffer.from(mail.raw, 'base64').toString()).not.toContain('canary');
  }
  expect(await db.sql`select claimed_at from call_mails where cardinality(claimed_at) > 3`).toHaveLength(0);
});

test('a mail says who and how much, with a link for each, and carries no link that opens an account', async ({
  circle,
  smtp,
  sender,
  pass,
  people: { ana, ben, priya },
}) => {
  const group = await circle.group(ben, ana, priya);
  const own = await circle.post(ana);
  for (const _ of [1, 2, 3]) await circle.post(ben);
  for (const _ of [1, 2]) await circle.message(ben, group, CANARY);
  await circle.comment(priya, own, CANARY);
  for (const _ of [1, 2, 3]) await circle.message(priya, group, CANARY);
  await pass('1 hour');
  await sender().send();
  const [mail] = smtp.to(ana.email);
  if (!mail) throw new Error('no mail');
  expect(headerOf(mail, 'Subject')).toBe('Priya and Ben wrote');
  const text = unfolded(mail);
  expect(text).toContain('Priya and Ben wrote. 3 new posts, 5 messages in Sunday walks, 1 comment on your post.');
  for (const path of ['/posts', `/groups/${group}`, `/posts/${own}`]) expect(text).toContain(`\n${PUBLIC_URL}${path}\r\n`);
  expect(text).not.toContain('canary');
  for (const [link] of text.matchAll(/https:\/\/[^\s"<>]+/g)) expect(link).not.toContain('#');

  const address = headerOf(mail, 'List-Unsubscribe');
  expect(address).toMatch(/^<https:\/\/kith\.example\/api\/push\/mails\/[\w-]{64}>$/);
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
});

test('[R-75] only what is unread and may be read at that moment: not muted groups, switched-off kinds, blocks or what was taken back', async ({
  circle,
  db,
  smtp,
  sender,
  pass,
  choose,
  people: { ana, ben, priya },
}) => {
  const [read, muted, heard] = [await circle.group(ben, ana), await circle.group(ben, ana), await circle.group(ben, ana)];
  const seen = await circle.post(ben);
  const taken = await circle.post(ben);
  await circle.post(ben, { audience: 'private' });
  await circle.message(ben, read);
  await circle.message(ben, muted);
  const deleted = await circle.message(ben, muted);
  await choose(ana, settingKey.groupMuted(muted), 'on');
  // Postgres knows no year 0, but a device may write it.
  await choose(ana, settingKey.groupMuted(heard), '0000-01-01T00:00:00.000Z');
  await pass('1 hour');
  await db.sql`update notifications set is_read = true where related_post_id = ${seen}`;
  await circle.done(ben, 'posts', { id: taken, _deleted: true });
  await circle.push(ben, 'group_messages', { id: deleted, _deleted: true });
  await choose(ana, settingKey.groupRead(read), new Date().toISOString());
  const own = await circle.post(ana);
  await circle.comment(priya, own);
  await circle.post(priya);
  await pass('1 hour');
  await choose(ana, settingKey.call('comments'), 'off');
  await choose(ana, settingKey.blocked(priya.id), 'on');
  await sender().send();
  expect(smtp.to(ana.email)).toEqual([]);

  // The same sender has something to say an hour later.
  await circle.post(ben);
  await circle.message(ben, heard);
  await pass('61 minutes');
  await sender().send();
  const [mail] = smtp.to(ana.email);
  expect(mail && unfolded(mail)).toContain('Ben wrote. 1 new post, 1 message in Sunday walks.');
});

test('nobody is mailed who can be called, has had Kith in sight within a day, or whose address was stopped, and not while sending rests', async ({
  circle,
  db,
  smtp,
  sender,
  pass,
  inSight,
  people: { ana, ben },
}) => {
  const session = await inSight(ana);
  await circle.post(ben);
  await pass('23 hours');
  const calls = sender();
  await calls.send();
  expect(smtp.to(ana.email)).toEqual([]);

  await db.sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    values (${session}, ${ana.id}, ${`https://push.example/${session}`}, '', '')`;
  await circle.post(ben);
  await pass('2 hours');
  await calls.send();
  expect(smtp.to(ana.email)).toEqual([]);
  // A session that is over cannot be called.
  await db.sql`update sessions set expires_at = now() where id = ${session}`;

  await stopAddress(db.sql, ana.email.toUpperCase(), 'operator');
  await pass('1 hour');
  await calls.send();
  expect(smtp.to(ana.email)).toEqual([]);
  expect(await resumeAddress(db.sql, ana.email)).toBe(true);

  await restSending(db.database, 'copied');
  await pass('1 hour');
  await calls.send();
  expect(smtp.to(ana.email)).toEqual([]);
  await resumeSending(db.database, PUBLIC_URL);
  // What happened before belongs to another place.
  await pass('0 hours');
  await calls.send();
  expect(smtp.to(ana.email)).toEqual([]);
  await db.sql`update epoch set resumed_at = null`;
  await pass('1 hour');
  await calls.send();
  expect(smtp.to(ana.email)).toHaveLength(1);
});

test('somebody who has just joined is mailed within minutes, at most three times a day', async ({
  circle,
  smtp,
  sender,
  pass,
  people: { ben },
}) => {
  const mira = await circle.signUp('Mira');
  await circle.befriend(mira, ben);
  const calls = sender();
  await pass('15 minutes');
  await circle.post(ben);
  await calls.send();
  // It may still be read in the app.
  expect(smtp.to(mira.email)).toEqual([]);
  for (const expected of [1, 2, 3, 3, 3]) {
    await circle.post(ben);
    await pass('15 minutes');
    await calls.send();
    await calls.send();
    expect(smtp.to(mira.email)).toHaveLength(expected);
  }
});

test('[R-79] a process that is killed around sending loses the mail, one that was refused sends it later, and a clock set back sends none', async ({
  circle,
  db,
  smtp,
  sender,
  pass,
  people: { ana, ben },
}) => {
  await circle.post(ben);
  await pass('2 hours');
  // Killed after the claim, and in the middle of sending: nobody knows whether it arrived.
  const sent: string[] = [];
  const killed = sender({
    leaves: true,
    deliver: async (_id, to) => {
      sent.push(to);
      throw Object.assign(new Error('the connection was lost'), { code: 'ESOCKET', command: 'DATA' });
    },
    close: () => undefined,
  });
  await killed.send();
  expect(sent).toEqual([ana.email]);
  await pass('2 hours');
  await sender().send();
  expect(smtp.to(ana.email)).toEqual([]);

  // The mail server says no for now, and so has not taken it.
  await pass('1 day');
  await circle.post(ben);
  await pass('1 hour');
  const nobody = smtpDelivery('smtp://127.0.0.1:1', 'kith@kith.example');
  await sender(nobody).send();
  expect(await db.sql`select from call_mails where claimed_at[cardinality(claimed_at)] > now() - interval '1 hour'`).toHaveLength(0);
  await pass('61 minutes');
  await sender().send();
  expect(smtp.to(ana.email)).toHaveLength(1);

  // The clock goes back by two days.
  await circle.post(ben);
  await pass('1 day');
  await pass('-2 days');
  await sender().send();
  expect(smtp.to(ana.email)).toHaveLength(1);
});

test('an address that its mail server refuses for good gets no such mail, until the member has another one', async ({
  circle,
  db,
  smtp,
  sender,
  pass,
  people: { ben },
}) => {
  const gone = await circle.signUp('Gone');
  await circle.befriend(gone, ben);
  await pass('4 days');
  for (const _ of [1, 2]) {
    await circle.post(ben);
    await pass('23 hours');
    await sender().send();
  }
  expect(smtp.refused.filter((address) => address === gone.email)).toHaveLength(1);
  expect(await db.sql`select because from stopped_addresses where email = ${gone.email}`).toEqual([{ because: 'refused' }]);

  await db.sql`update users set email = 'here@kith.test' where id = ${gone.id}`;
  await circle.post(ben);
  await pass('23 hours');
  await sender().send();
  expect(smtp.to('here@kith.test')).toHaveLength(1);
  expect(await db.sql`select from stopped_addresses where email = ${gone.email}`).toHaveLength(0);
});

test('[R-78] a signer can cover both headers, and they come through it unchanged', async ({
  circle,
  smtp,
  sender,
  pass,
  people: { ana, ben },
}) => {
  await circle.post(ben);
  await pass('1 hour');
  await sender().send();
  const [mail] = smtp.to(ana.email);
  if (!mail) throw new Error('no mail');

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = createTransport({
    url: smtp.url,
    dkim: {
      domainName: 'kith.example',
      keySelector: 'mail',
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      headerFieldNames: 'from:to:subject:list-unsubscribe:list-unsubscribe-post',
    },
  } as Parameters<typeof createTransport>[0]);
  await signer.sendMail({ envelope: { from: 'kith@kith.example', to: 'signed@kith.test' }, raw: mail.raw });
  signer.close();
  const [signed] = smtp.to('signed@kith.test');
  if (!signed) throw new Error('no signed mail');
  const signature = headerOf(signed, 'DKIM-Signature') ?? '';
  const fields = /[; ]h=([^;]+)/.exec(signature)?.[1]?.replace(/\s/g, '').split(':') ?? [];
  expect(fields).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  // The relaxed form of RFC 6376: names in small letters, white space as one space.
  const relaxed = (name: string, value: string) => `${name.toLowerCase()}:${value.replace(/\s+/g, ' ').trim()}`;
  const data = [
    ...fields.map((name) => `${relaxed(name, headerOf(mail, name) ?? '')}\r\n`),
    relaxed('DKIM-Signature', signature.replace(/b=[\w+/= ]+$/, 'b=')),
  ].join('');
  const value = /[; ]b=([\w+/= ]+)$/.exec(signature)?.[1]?.replace(/\s/g, '') ?? '';
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  expect(createVerify('RSA-SHA256').update(data).verify(key, value, 'base64')).toBe(true);
});
