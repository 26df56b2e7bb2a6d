/**
 * What accounts leave behind. Any number of processes may do this at once: what one of them is at is left by the others.
 */
import type { Database, Tx } from '../db/transaction.ts';

const UNCONFIRMED_DAYS = 7;
/** After it was used or ran out a link still says which of the two, for so long. */
const SPENT_TOKEN_DAYS = 7;
const DELIVERED_MAIL_DAYS = 30;
const BATCH = 200;

/** Does a part again and again until less than a whole one is left. */
async function inBatches(part: () => Promise<number>): Promise<void> {
  while ((await part()) === BATCH);
}

/** Of accounts that are gone and were nothing to anybody: nobody else was ever in a scope of theirs, so nobody has to be told. */
export async function forgetOwnScopes(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`
    with own as (
      delete from scopes where owner = any (${[...ids]}::uuid[]) and kind in ('self', 'friends', 'network') returning id
    ), logged as (
      delete from changes where scope_id in (select id from own)
    )
    delete from log_floors where scope_id in (select id from own)`;
}

/**
 * Removes accounts whose address nobody has confirmed within a week, and with them the address is free. Only those that are nothing to
 * anybody go: an account with a session, a friendship or a group, or with something that it wrote, was somebody's once, and a link that
 * still works may be used at this moment.
 */
export const removeUnconfirmedAccounts = (database: Database): Promise<void> =>
  inBatches(() =>
    database.write(async (tx) => {
      const gone = await tx<{ id: string }[]>`
        with old as (
          select u.id from users u
          where u.email_verified_at is null and u.created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})
            and not exists (select from address_tokens t where t.user_id = u.id and t.used_at is null and t.expires_at > now())
            and not exists (select from sessions s where s.user_id = u.id)
            and not exists (select from friends f where f.user_id = u.id)
            and not exists (select from group_members m where m.user_id = u.id)
            and not exists (select from posts p where p.author_id = u.id)
            and not exists (select from post_comments c where c.author_id = u.id)
            and not exists (select from group_messages m where m.sender_id = u.id)
            and not exists (select from friend_invitations i where i.inviter_id = u.id or i.receiver_user_id = u.id)
            and not exists (select from group_invitations i where i.inviter_id = u.id or i.invitee_id = u.id)
          order by u.created_at limit ${BATCH}
          for update skip locked
        )
        delete from users using old where users.id = old.id returning users.id`;
      if (gone.length === 0) return 0;
      await forgetOwnScopes(
        tx,
        gone.map(({ id }) => id),
      );
      return gone.length;
    }),
  );

/** Forgets links that were used, or ran out, a while ago. */
export const forgetSpentTokens = (database: Database): Promise<void> =>
  inBatches(async () => {
    const { count } = await database.write(
      (tx) => tx`
        delete from address_tokens where hash in (
          select hash from address_tokens where least(used_at, expires_at) < now() - make_interval(days => ${SPENT_TOKEN_DAYS})
          limit ${BATCH} for update skip locked
        )`,
    );
    return count;
  });

/** Empties the local mailbox of what came long ago: it has links and addresses in it. */
export const dropOldMails = (database: Database): Promise<void> =>
  inBatches(async () => {
    const { count } = await database.write(
      (tx) => tx`
        delete from mailbox where id in (
          select id from mailbox where created_at < now() - make_interval(days => ${DELIVERED_MAIL_DAYS})
          order by id limit ${BATCH} for update skip locked
        )`,
    );
    return count;
  });
