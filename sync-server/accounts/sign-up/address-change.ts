/**
 * Moves an account to another address. The member proved who they are before asking. The new address proves itself by the link sent to it.
 * The old address receives a mail about the request and another about the change.
 *
 * The member learns nothing about the new address: only its owner learns whether it has an account already.
 */
import type { Realm } from '../../../schemas/base/realm.ts';
import { isDuplicate } from '../../base/database-errors.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import type { Engine } from '../../sync/engine.ts';
import { accountErrors } from '../account-errors.ts';
import { MAIL_QUEUE, type QueueMail } from '../mail/mail-queue.ts';
import { notBefore } from '../secrets/not-before.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import { dropTokens, REPEAT_MINUTES } from './address-tokens.ts';

const VALID_HOURS = 24;
/** How long an expired link still says that it has expired. */
const SPENT_DAYS = 7;
/** Longer than the work takes, both for an address with an account and for one without. */
const ASK_MS = 200;

export interface AddressChange {
  /**
   * Mails the link and invalidates an earlier one of this account. Returns false, and does nothing, when the member has this address
   * already.
   */
  ask(userId: string, email: string): Promise<boolean>;
  /**
   * Makes the address of this link the account's, mails the old address, and returns the user id. `again` is true when this same link did
   * that before.
   */
  confirm(token: string): Promise<{ readonly userId: string; readonly again: boolean }>;
}

export interface AddressChangeDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly queueMail: QueueMail;
  /** Locks an address until commit. Code that looks for the member of an address takes the same lock. */
  readonly lockNewAddress: (tx: Tx, email: string) => Promise<void>;
  /** Records the change for everybody who sees the member's address, and attaches what waits for the new address. */
  readonly addressMoved: (context: CommandContext, userId: string, email: string) => Promise<void>;
  readonly realm?: Realm;
}

/** Invalidates the link that was sent for this account. A member who sets a new password wants nothing that was requested before. */
export async function dropAddressChange(tx: Tx, userId: string): Promise<void> {
  await tx`delete from address_changes where user_id = ${userId}`;
}

/** Deletes links that expired a while ago. */
export async function forgetAddressChanges(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from address_changes where expires_at < now() - make_interval(days => ${SPENT_DAYS})`);
}

/** Marks the mails to an address that the member leaves. They are deleted with the account, which no longer has that address. */
async function markMails(tx: Tx, address: string, userId: string): Promise<void> {
  await tx`update mailbox set about = ${userId} where recipient = ${address} and about is null`;
  await tx`
    update jobs set data = data || jsonb_build_object('about', ${userId}::text)
    where queue = ${MAIL_QUEUE} and data->>'to' = ${address} and data->>'about' is null`;
}

interface AddressRequest {
  readonly userId: string;
  readonly email: string;
}

/** Uses up the link and returns what it is for. `again` is true when a request used it a moment ago, whose answer may have been lost. */
async function takeLink(tx: Tx, token: string): Promise<AddressRequest & { readonly again: boolean }> {
  const hash = hashSecret(token);
  const [asked] = await tx<AddressRequest[]>`
    update address_changes set used_at = now()
    where hash = ${hash} and used_at is null and expires_at > now()
    returning user_id as "userId", email`;
  if (asked) return { ...asked, again: false };
  const [used] = await tx<AddressRequest[]>`
    select a.user_id as "userId", a.email from address_changes a join users u on u.id = a.user_id and u.email = a.email
    where a.hash = ${hash} and a.used_at > now() - make_interval(mins => ${REPEAT_MINUTES})`;
  if (used) return { ...used, again: true };
  const expired = await tx`select from address_changes where hash = ${hash} and used_at is null`;
  throw accountErrors.addressLink(expired.count > 0 ? 'expired' : 'unknown');
}

export function createAddressChange(deps: AddressChangeDeps): AddressChange {
  const { engine, database, queueMail, lockNewAddress, addressMoved, realm = globalThis } = deps;

  /** Returns the previous address. */
  async function move(tx: Tx, userId: string, email: string): Promise<string> {
    const [member] = await tx<{ email: string }[]>`select email from users where id = ${userId} for update`;
    if (!member) throw accountErrors.addressLink('unknown');
    const others = await tx`select from users where email = ${email} and id <> ${userId}`;
    if (others.count > 0) throw accountErrors.addressTaken();
    await tx`update users set email = ${email}, email_verified_at = now() where id = ${userId}`;
    return member.email;
  }

  return {
    ask: (userId, email) =>
      notBefore(ASK_MS, realm, () =>
        database.write(async (tx) => {
          const [member] = await tx<{ email: string; name: string }[]>`
            select u.email, p.name from users u join profiles p using (id) where u.id = ${userId}`;
          if (!member || member.email === email) return false;
          await dropAddressChange(tx, userId);
          const others = await tx`select from users where email = ${email}`;
          if (others.count > 0) {
            await queueMail(tx, { to: email, template: 'address-taken', data: {} });
          } else {
            const token = randomToken();
            await tx`
              insert into address_changes (user_id, hash, email, expires_at)
              values (${userId}, ${hashSecret(token)}, ${email}, now() + make_interval(hours => ${VALID_HOURS}))
              on conflict (user_id) do update set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at, used_at = null`;
            await queueMail(tx, { to: email, template: 'address-change', data: { token, name: member.name }, about: userId });
          }
          await queueMail(tx, { to: member.email, template: 'address-change-asked', data: {} });
          return true;
        }),
      ),

    async confirm(token) {
      let confirmed = { userId: '', again: false };
      const work = engine.system(async (context) => {
        const { userId, email, again } = await takeLink(context.tx, token);
        confirmed = { userId, again };
        if (again) return;
        // Locked before the member, in the same order as for invitations.
        await lockNewAddress(context.tx, email);
        const before = await move(context.tx, userId, email);
        // Reset links that were sent to the old address no longer open this account.
        await dropTokens(context.tx, { userId }, 'reset');
        await addressMoved(context, userId, email);
        await markMails(context.tx, before, userId);
        await queueMail(context.tx, { to: before, template: 'address-changed', data: {}, about: userId });
      });
      await work.catch((error: unknown) => {
        // Another member signed up with the address, or moved to it, at the same moment.
        throw isDuplicate(error) ? accountErrors.addressTaken() : error;
      });
      return confirmed;
    },
  };
}
