/**
 * The second secret in the mail of an invitation. Its holder has read the mail, so it proves the address to which the mail went, and nothing
 * else. The id of the invitation proves nothing, because the inviter knows it. The database stores only the hash.
 *
 * It works once, while the invitation waits for the person with that address and the address has no account.
 */
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import { hashSecret, randomToken, sameHash } from '../secrets/secrets.ts';
import { REPEAT_MINUTES } from './address-tokens.ts';

/** Afterwards the link of the mail still works as one without the secret. */
const VALID_DAYS = 30;

/** What a visitor sends who has opened the link in the mail of an invitation. */
export interface MailedInvitation {
  /** the id of the invitation */
  readonly token: string;
  readonly secret: string;
}

export interface FoundSecret {
  /**
   * `open`: it makes the account. `used`: it has made the account. `has-account`: the address got its account in another way. `unknown`: it
   * proves nothing, or nothing any more.
   */
  readonly state: 'open' | 'used' | 'has-account' | 'unknown';
  /** of the account that it makes */
  readonly accountId: string;
  /** the address that it proves */
  readonly email: string;
  /** whether the request that used it may be repeated, because its answer may have been lost */
  readonly repeatable: boolean;
}

/** The secret for the mail of this invitation. It replaces an earlier one, so the last mail is the one that proves the address. */
export async function issueInvitationSecret(context: Pick<CommandContext, 'tx' | 'newId'>, invitationId: string): Promise<string> {
  const { tx } = context;
  const secret = randomToken();
  await tx`
    insert into invitation_secrets (invitation_id, hash, account_id, expires_at)
    values (${invitationId}, ${hashSecret(secret)}, ${context.newId()}, now() + make_interval(days => ${VALID_DAYS}))
    on conflict (invitation_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
      where invitation_secrets.used_at is null`;
  return secret;
}

/** A secret that proves nothing. */
export const unknownSecret: FoundSecret = { state: 'unknown', accountId: '', email: '', repeatable: false };

interface Row {
  readonly hash: Buffer;
  readonly account_id: string;
  readonly email: string;
  readonly in_time: boolean;
  readonly used: boolean;
  readonly repeatable: boolean;
  readonly waits: boolean;
  readonly has_account: boolean;
  readonly in_mailbox: boolean;
}

/**
 * What this secret proves now. Does not change it. `trustsMailbox`: whether only the people at this machine can read the mails that a server
 * without a mail server keeps. Elsewhere a mail that was kept here proves nothing.
 */
export async function findInvitationSecret(tx: Tx, { token, secret }: MailedInvitation, trustsMailbox: boolean): Promise<FoundSecret> {
  const [row] = await tx<Row[]>`
    select s.hash, s.account_id, i.invited_email as email, s.expires_at > now() as in_time, s.used_at is not null as used,
      coalesce(s.used_at > now() - make_interval(mins => ${REPEAT_MINUTES}), false) as repeatable,
      i.status = 'pending' and i.receiver_user_id is null as waits,
      exists (select from users u where u.email = i.invited_email) as has_account,
      exists (select from mailbox m where m.token_hash = s.hash) as in_mailbox
    from invitation_secrets s join friend_invitations i on i.id = s.invitation_id
    where s.invitation_id::text = ${token} and i.invited_email is not null and not i.invited_by_id`;
  if (!row || !sameHash(row.hash, hashSecret(secret)) || !row.in_time || (row.in_mailbox && !trustsMailbox)) return unknownSecret;
  const { account_id: accountId, email, repeatable } = row;
  const state = row.used ? 'used' : row.has_account ? 'has-account' : row.waits ? 'open' : 'unknown';
  return { state, accountId, email, repeatable };
}

/** Uses up a secret that was found open. Returns false if it is not open any more. Of two requests at the same time, one uses it. */
export async function consumeInvitationSecret(tx: Tx, { token, secret }: MailedInvitation): Promise<boolean> {
  const { count } = await tx`
    update invitation_secrets set used_at = now()
    where invitation_id::text = ${token} and hash = ${hashSecret(secret)} and used_at is null and expires_at > now()`;
  return count === 1;
}

/** Whether the invitation waits for this member. */
export async function hasReceived(tx: Tx, token: string, userId: string): Promise<boolean> {
  return (
    (await tx`select from friend_invitations where id::text = ${token} and receiver_user_id = ${userId} and status = 'pending'`).count > 0
  );
}

/** Deletes the secrets that have expired. */
export async function forgetInvitationSecrets(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from invitation_secrets where expires_at < now()`);
}
