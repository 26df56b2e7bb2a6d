/** What accounts leave behind goes by itself; what is anybody's stays, whoever else is at it in the same moment. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { dropOldMails, forgetSpentTokens, removeUnconfirmedAccounts } from './account-upkeep.ts';
import { issueToken } from './address-tokens.ts';

const test = circleTest
  /** Somebody who signed up so many days ago and has not confirmed their address. */
  .extend('unconfirmed', ({ circle, db }) => async (days: number) => {
    const member = await circle.signUp(`Nobody ${uuid()}`, { verified: false });
    await db.sql`update users set created_at = now() - make_interval(days => ${days}) where id = ${member.id}`;
    return member;
  })
  .extend('isThere', ({ db }) => async (who: { readonly id: string }): Promise<boolean> => {
    return (await db.sql`select from users where id = ${who.id}`).length === 1;
  });

test('an account that nobody has confirmed within a week goes, with all that it had, and its address is free', async ({
  circle,
  db,
  unconfirmed,
  isThere,
}) => {
  const [old, young, confirmed] = [await unconfirmed(8), await unconfirmed(6), await circle.signUp('Ana')];
  await db.sql`update users set created_at = now() - interval '1 year' where id = ${confirmed.id}`;
  await db.sql`insert into settings (user_id, key, value, write_id) values (${old.id}, 'theme', 'dark', ${uuid()})`;
  await removeUnconfirmedAccounts(db.database);
  expect([await isThere(old), await isThere(young), await isThere(confirmed)]).toEqual([false, true, true]);
  const left = await db.sql`
    select 'profiles' from profiles where id = ${old.id}
    union all select 'settings' from settings where user_id = ${old.id}
    union all select 'scopes' from scopes where owner = ${old.id}
    union all select 'changes' from changes where doc_id = ${old.id}`;
  expect(left).toEqual([]);
  const again = await circle.signUp('Somebody else', { email: old.email });
  expect(again.id).not.toBe(old.id);
});

test('one that is somebody’s stays, and takes nothing of anybody’s along', async ({ circle, db, unconfirmed, isThere }) => {
  const ana = await circle.signUp('Ana again');
  const [hasLink, hasSession, isFriend, isInvited] = [
    await unconfirmed(30),
    await unconfirmed(30),
    await unconfirmed(30),
    await unconfirmed(30),
  ];
  await db.database.write((tx) => issueToken(tx, hasLink.id, 'verify', { name: 'Nobody', passwordHash: null }));
  await db.sql`
    insert into sessions (id, user_id, family_hash, token_hash, expires_at)
    values (${uuid()}, ${hasSession.id}, '', '', now() + interval '1 day')`;
  await db.sql`insert into friends (user_id, friend_id, write_id) values (${isFriend.id}, ${ana.id}, ${uuid()}), (${ana.id}, ${isFriend.id}, ${uuid()})`;
  const invitation = uuid();
  await db.sql`
    insert into friend_invitations (id, inviter_id, receiver_user_id, invited_by_id, write_id)
    values (${invitation}, ${ana.id}, ${isInvited.id}, true, ${uuid()})`;
  await removeUnconfirmedAccounts(db.database);
  for (const each of [hasLink, hasSession, isFriend, isInvited]) expect(await isThere(each)).toBe(true);
  expect(await db.sql`select id from friend_invitations where id = ${invitation}`).toHaveLength(1);
});

test('several processes at once remove each once, and one that is being confirmed just now is left', async ({
  db,
  unconfirmed,
  isThere,
}) => {
  const old = await Promise.all(Array.from({ length: 12 }, () => unconfirmed(9)));
  const late = await unconfirmed(9);
  await db.database.write(async (tx) => {
    await tx`update users set email_verified_at = now() where id = ${late.id}`;
    await Promise.all(Array.from({ length: 4 }, () => removeUnconfirmedAccounts(db.database)));
    for (const each of old) expect(await isThere(each)).toBe(false);
  });
  await removeUnconfirmedAccounts(db.database);
  expect(await isThere(late)).toBe(true);
});

test('links go a week after they were used or ran out', async ({ circle, db }) => {
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
  const left = await db.sql<{ hash: Buffer }[]>`select hash from address_tokens where user_id = ${ana.id}`;
  expect(left.map(({ hash }) => hash.toString()).sort()).toEqual(kept.sort());
});

test('mails go a month after they were delivered', async ({ db }) => {
  for (const days of [1, 29, 31, 400]) {
    await db.sql`
      insert into mailbox (recipient, subject, text, html, links, created_at)
      values ('ana@kith.test', ${`of ${days}`}, '', '', '{}', now() - make_interval(days => ${days}))`;
  }
  await dropOldMails(db.database);
  const left = await db.sql<{ subject: string }[]>`select subject from mailbox order by id`;
  expect(left.map(({ subject }) => subject)).toEqual(['of 1', 'of 29']);
});
