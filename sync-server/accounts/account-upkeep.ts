/**
 * Cleans up what accounts leave behind. Any number of processes may do this at the same time: each skips the rows that another has locked.
 */
import { inBatches } from '../db/in-batches.ts';
import type { Database } from '../db/pool/transaction.ts';
import { REPEAT_MINUTES } from './sign-up/address-tokens.ts';
import { SIGN_UP_DAYS } from './sign-up/sign-ups.ts';

/** How long a spent link still says whether it was used or has expired. */
const SPENT_TOKEN_DAYS = 7;
const DELIVERED_MAIL_DAYS = 30;

/** Deletes sign-ups after a week, confirmed or not. Keeps those with a link that still works, because it may be in use right now. */
export const removeOldSignUps = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from sign_ups where id in (
        select s.id from sign_ups s
        where s.created_at < now() - make_interval(days => ${SIGN_UP_DAYS})
          and not exists (select from address_tokens t where t.sign_up_id = s.id and t.used_at is null and t.expires_at > now())
        limit ${most} for update skip locked
      )`,
  );

/** Deletes sessions that have expired: nobody can refresh them. */
export const forgetEndedSessions = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from sessions where id in (select id from sessions where expires_at <= now() limit ${most} for update skip locked)`,
  );

/**
 * Removes links that no longer open anything from the mails in the local mailbox. After that only the hash of a link exists, in the table
 * of links, until its row is deleted there.
 */
export const takeSpentLinksOut = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      update mailbox set links = '{}', token_hash = null,
        text = regexp_replace(text, '(verify=|token=|address=|secret=)[A-Za-z0-9_-]{43}', '\\1…', 'g'),
        html = regexp_replace(html, '(verify=|token=|address=|secret=)[A-Za-z0-9_-]{43}', '\\1…', 'g')
      where id in (
        select m.id from mailbox m
        where m.token_hash is not null and not exists (
          select from address_tokens t
          where t.hash = m.token_hash
            and case when t.used_at is null then t.expires_at > now()
              else t.used_at > now() - make_interval(mins => ${REPEAT_MINUTES}) end
        ) and not exists (
          select from address_changes a where a.hash = m.token_hash and a.used_at is null and a.expires_at > now()
        ) and not exists (
          select from invitation_secrets s join friend_invitations i on i.id = s.invitation_id
          where s.hash = m.token_hash and s.used_at is null and s.expires_at > now() and i.status = 'pending' and i.receiver_user_id is null
        )
        order by m.id limit ${most} for update skip locked
      )`,
  );

/** Deletes links that were used, or expired, a while ago. */
export const forgetSpentTokens = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from address_tokens where hash in (
        select hash from address_tokens where least(used_at, expires_at) < now() - make_interval(days => ${SPENT_TOKEN_DAYS})
        limit ${most} for update skip locked
      )`,
  );

/** Deletes old mails from the local mailbox, because they contain links and addresses. */
export const dropOldMails = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from mailbox where id in (
        select id from mailbox where created_at < now() - make_interval(days => ${DELIVERED_MAIL_DAYS})
        order by id limit ${most} for update skip locked
      )`,
  );
