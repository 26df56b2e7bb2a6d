/** Upkeep deletes what accounts leave behind and nothing else, whatever runs at the same time. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { dropOldMails, forgetEndedSessions, forgetSpentTokens, removeOldSignUps, takeSpentLinksOut } from './account-upkeep.ts';
import { mailboxDelivery } from './mail/mail-delivery.ts';
import { renderMail } from './mail/mail-templates.ts';
import { hashSecret } from './secrets/secrets.ts';
import { forgetDeletedSessions } from './sessions/deleted-sessions.ts';
import { consumeToken, issueToken } from './sign-up/address-tokens.ts';
import { insertSignUp } from './sign-up/sign-ups.ts';

const test = circleTest
  /** A sign-up from so many days ago, which nobody has confirmed. */
  .extend('signUp', ({ db }) => async (days: number): Promise<string> => {
    const input = { id: uuid(), email: `nobody-${uuid()}@kith.test`, name: 'Nobody', passwordHash: '', nonce: uuid() };
    const { id } = await db.database.write((tx) => insertSignUp(tx, input));
    await db.sql`update sign_ups set created_at = now() - make_interval(days => ${days}) where id = ${id}`;
    return id;
  })
  .extend('isThere', ({ db }) => async (signUp: string): Promise<boolean> => {
    return (await db.sql`select from sign_ups where id = ${signUp}`).length === 1;
  });

test('a sign-up is deleted after a week unless its link still works; a used link says so for longer', async ({
  circle,
  db,
  signUp,
  isThere,
}) => {
  const ana = await circle.signUp('Ana');
  const [old, young, open, late, settled] = [await signUp(8), await signUp(6), await signUp(8), await signUp(8), await signUp(8)];
  const issue = (id: string) => db.database.write((tx) => issueToken(tx, { signUpId: id }, 'verify'));
  await issue(open);
  await issue(late);
  await db.sql`update address_tokens set expires_at = now() - interval '1 hour' where sign_up_id = ${late}`;
  const used = await issue(settled);
  await db.database.write((tx) => consumeToken(tx, used, 'verify'));
  await db.sql`update sign_ups set user_id = ${ana.id} where id = ${settled}`;

  await removeOldSignUps(db.database);
  expect(await Promise.all([old, young, open, late, settled].map(isThere))).toEqual([false, true, true, false, false]);
  expect(await db.sql`select from address_tokens where hash = ${hashSecret(used)}`).toHaveLength(1);
  expect(await db.sql`select from users where id = ${ana.id}`).toHaveLength(1);
});

test('several processes at once delete each row once and skip one that is being confirmed', async ({ db, signUp, isThere }) => {
  const old = await Promise.all(Array.from({ length: 12 }, () => signUp(9)));
  const late = await signUp(9);
  await db.database.write(async (tx) => {
    await tx`select from sign_ups where id = ${late} for update`;
    await Promise.all(Array.from({ length: 4 }, () => removeOldSignUps(db.database)));
    for (const each of old) expect(await isThere(each)).toBe(false);
  });
  expect(await isThere(late)).toBe(true);
});

test('expired sessions are deleted, and no others', async ({ circle, db }) => {
  const ben = await circle.signUp('Ben');
  const session = async (ends: string) => {
    const id = uuid();
    await db.sql`
      insert into sessions (id, user_id, family_hash, token_hash, expires_at) values (${id}, ${ben.id}, '', '', now() + ${ends}::interval)`;
    return id;
  };
  const [live, ended] = [await session('1 day'), await session('-1 second')];
  await forgetEndedSessions(db.database);
  const remaining = await db.sql<{ id: string }[]>`select id from sessions where user_id = ${ben.id}`;
  expect(remaining.map(({ id }) => id)).toEqual([live]);
  expect(remaining.map(({ id }) => id)).not.toContain(ended);
});

test('a link is removed from stored mails once it opens nothing any more', async ({ circle, db, signUp }) => {
  const cleo = await circle.signUp('Cleo');
  const { deliver } = mailboxDelivery(db.sql);
  const kept = async (owner: Parameters<typeof issueToken>[1], template: 'verification' | 'password-reset'): Promise<string> => {
    const token = await db.database.write((tx) => issueToken(tx, owner, template === 'verification' ? 'verify' : 'reset'));
    await deliver('', cleo.email, renderMail(template, { token, name: 'Cleo' }, 'https://kith.example'));
    return token;
  };
  const open = await kept({ signUpId: await signUp(0) }, 'verification');
  const justUsed = await kept({ userId: cleo.id }, 'password-reset');
  const used = await kept({ userId: cleo.id }, 'password-reset');
  const expired = await kept({ signUpId: await signUp(0) }, 'verification');
  const replaced = await kept({ userId: cleo.id }, 'password-reset');
  await deliver('', cleo.email, renderMail('friend-invitation', { token: 'an-invitation', inviterName: 'Ana' }, 'https://kith.example'));
  await db.database.write(async (tx) => {
    await consumeToken(tx, justUsed, 'reset');
    await consumeToken(tx, used, 'reset');
  });
  await db.sql`update address_tokens set used_at = used_at - interval '11 minutes' where hash = ${hashSecret(used)}`;
  await db.sql`update address_tokens set expires_at = now() - interval '1 second' where hash = ${hashSecret(expired)}`;
  await db.sql`delete from address_tokens where hash = ${hashSecret(replaced)}`;

  await takeSpentLinksOut(db.database);
  await takeSpentLinksOut(db.database);
  const mails = JSON.stringify(await db.sql`select text, html, links from mailbox where recipient = ${cleo.email}`);
  expect([open, justUsed, 'an-invitation'].map((token) => mails.includes(token))).toEqual([true, true, true]);
  expect([used, expired, replaced].map((token) => mails.includes(token))).toEqual([false, false, false]);
  expect(mails).toContain('https://kith.example/auth/reset-password#token=…');
  expect(await db.sql`select from mailbox where recipient = ${cleo.email} and links = '{}'`).toHaveLength(3);
});

test('links are deleted a week after they were used or expired', async ({ circle, db }) => {
  const ana = await circle.signUp('Ana of the links');
  const link = async (expires: string, used: string | null) => {
    const hash = Buffer.from(uuid());
    await db.sql`
      insert into address_tokens (hash, user_id, purpose, expires_at, used_at)
      values (${hash}, ${ana.id}, 'reset', now() + ${expires}::interval, now() + ${used}::interval)`;
    return hash.toString();
  };
  const kept = [await link('1 hour', null), await link('-6 days', null), await link('1 hour', '-6 days')];
  await Promise.all([link('-8 days', null), link('-9 days', '-10 days'), link('1 hour', '-8 days')]);
  await forgetSpentTokens(db.database);
  const remaining = await db.sql<{ hash: Buffer }[]>`select hash from address_tokens where user_id = ${ana.id}`;
  expect(remaining.map(({ hash }) => hash.toString()).sort()).toEqual(kept.sort());
});

test('mails are deleted a month after they were delivered', async ({ db }) => {
  for (const days of [1, 29, 31, 400]) {
    await db.sql`
      insert into mailbox (recipient, subject, text, html, links, created_at)
      values ('ana@kith.test', ${`of ${days}`}, '', '', '{}', now() - make_interval(days => ${days}))`;
  }
  await dropOldMails(db.database);
  const remaining = await db.sql<{ subject: string }[]>`select subject from mailbox where recipient = 'ana@kith.test' order by id`;
  expect(remaining.map(({ subject }) => subject)).toEqual(['of 1', 'of 29']);
});

test('only a hash remains of the sessions of a deleted account, and it is deleted after a year', async ({ db }) => {
  for (const days of [1, 364, 366])
    await db.sql`insert into deleted_sessions (family_hash, at) values (${hashSecret(`${days}`)}, now() - make_interval(days => ${days}))`;
  await forgetDeletedSessions(db.database);
  const remaining = await db.sql<Record<string, unknown>[]>`select * from deleted_sessions order by at`;
  expect(remaining.map((row) => row.family_hash)).toEqual([hashSecret('364'), hashSecret('1')]);
  expect(Object.keys(remaining[0] ?? {}).sort()).toEqual(['at', 'family_hash']);
});
