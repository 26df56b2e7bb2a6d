/** Mails that call members, through a real mail server, and days that pass in the database. */
import { pino } from 'pino';
import { expect } from 'vitest';
import { type MailDelivery, smtpDelivery } from '../../sync-server/accounts/mail/mail-delivery.ts';
import { serverKey } from '../../sync-server/db/server-key.ts';
import { expireNotifications } from '../../sync-server/features/notifications/expire-notifications.ts';
import { createCallMails } from '../../sync-server/features/push/mail/call-mails.ts';
import { MAIL_TOKEN_KEY } from '../../sync-server/features/push/mail/mail-token.ts';
import type { Member } from './circle.ts';
import { test as circleTest } from './fixtures/circle.ts';
import { type ReceivedMail, startMailServer } from './mail-server.ts';

export const PUBLIC_URL = 'https://kith.example';

/** The header of a mail as a mail program reads it: on one line. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '')?.[1]?.trim();

/** The whole mail with its lines put together, so that what it says can be searched. */
export const unfolded = ({ raw }: ReceivedMail): string => raw.replace(/=\r\n/g, '').replace(/=3D/g, '=');

export const test = circleTest
  .extend('smtp', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const smtp = await startMailServer();
    onCleanup(() => smtp.stop());
    return smtp;
  })
  /** the senders of several processes, `deliver` in place of the way to the mail server */
  .extend('sender', ({ db, smtp }) => (delivery: MailDelivery = smtpDelivery(smtp.url, 'Kith <kith@kith.example>')) => {
    const log = pino({ level: 'silent' });
    return createCallMails({ database: db.database, delivery, publicUrl: PUBLIC_URL, key: serverKey(db.database, MAIL_TOKEN_KEY), log });
  })
  /** Moves everything that has happened into the past. */
  .extend('pass', ({ db, circle }) => async (interval: string): Promise<void> => {
    const { sql } = db;
    for (const table of ['posts', 'post_comments', 'group_messages', 'notifications', 'group_invitations', 'users', 'friends'])
      await sql`update ${sql(table)} set created_at = created_at - ${interval}::interval`;
    await sql`update group_members set joined_at = joined_at - ${interval}::interval`;
    await sql`update sessions set last_used_at = last_used_at - ${interval}::interval`;
    await sql`
      update call_mails set covered_until = covered_until - ${interval}::interval, look_at = look_at - ${interval}::interval,
        claimed_at = array(select at - ${interval}::interval from unnest(claimed_at) at order by 1)`;
    await expireNotifications(circle.engine);
  })
  /** Signs a member in on a device that has Kith in sight now. Returns its session. */
  .extend('inSight', ({ db }) => async ({ id }: Member): Promise<string> => {
    const session = crypto.randomUUID();
    await db.sql`
      insert into sessions (id, user_id, family_hash, token_hash, expires_at) values (${session}, ${id}, '', '', now() + interval '1 year')`;
    return session;
  })
  .extend('choose', ({ circle, db }) => async (member: Member, key: string, value: string): Promise<void> => {
    const [before] = await db.sql<{ write_id: string }[]>`select write_id from settings where user_id = ${member.id} and key = ${key}`;
    const row = { id: `${member.id}|${key}`, user_id: member.id, key, value };
    await circle.done(member, 'settings', row, before ? [before.write_id] : []);
  })
  /** Ana, who has been here for a month and away for long, and her friends Ben and Priya */
  .extend('people', async ({ circle, pass, db }) => {
    const [ana, ben, priya] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Priya')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, priya);
    await circle.befriend(ben, priya);
    await pass('30 days');
    // They read everything, so that only Ana is mailed.
    for (const { id } of [ben, priya])
      await db.sql`insert into settings (user_id, key, value, write_id) values (${id}, 'mail_calls', 'off', gen_random_uuid())`;
    expect(await db.sql`select from call_mails where user_id = ${ana.id}`).toHaveLength(0);
    return { ana, ben, priya };
  });
