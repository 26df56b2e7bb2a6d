/**
 * Moving an account to another address. Who asks has proved to be its member; the new address proves itself by the link that is sent to
 * it, and the one before hears of the wish and of the change. Whoever asks learns nothing about the new address: whether it has an account
 * already is told to its owner alone.
 */
import { isDuplicate } from '../db/database-errors.ts';
import type { Database, Tx } from '../db/transaction.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { accountErrors } from './account-errors.ts';
import { dropTokens, REPEAT_MINUTES } from './address-tokens.ts';
import { notBefore } from './constant-time.ts';
import type { QueueMail } from './mail-queue.ts';
import { hashSecret, randomToken } from './secrets.ts';

const VALID_HOURS = 24;
/** After it ran out a link still says so, for so long. */
const SPENT_DAYS = 7;
/** Longer than the work for an address with an account and for one without takes. */
const ASK_MS = 200;

export interface AddressChange {
  /** Sends the link, and makes an earlier one of this account useless. False, and nothing done, where it is the member's address already. */
  ask(userId: string, email: string): Promise<boolean>;
  /**
   * Makes the address of this link the account's, tells the one before, and says whose account it is. `again`: that was done before, by
   * this very link.
   */
  confirm(token: string): Promise<{ readonly userId: string; readonly again: boolean }>;
}

export interface AddressChangeDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly queueMail: QueueMail;
  /** Holds an address until commit, as whoever looks for its member does. */
  readonly holdAddress: (tx: Tx, email: string) => Promise<void>;
  /** Tells whoever holds the member's address, and gives them what waits for the new one. */
  readonly addressMoved: (context: CommandContext, userId: string, email: string) => Promise<void>;
}

/** Makes a link that was sent for this account useless: whoever sets a new password wants none of what was asked for before. */
export async function dropAddressChange(tx: Tx, userId: string): Promise<void> {
  await tx`delete from address_changes where user_id = ${userId}`;
}

/** Forgets links that ran out a while ago. */
export async function forgetAddressChanges(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from address_changes where expires_at < now() - make_interval(days => ${SPENT_DAYS})`);
}

interface Asked {
  readonly userId: string;
  readonly email: string;
}

/** What the link says, used up with it. `again`: a moment ago already, by a request whose answer may have been lost. */
async function takeLink(tx: Tx, token: string): Promise<Asked & { readonly again: boolean }> {
  const hash = hashSecret(token);
  const [asked] = await tx<Asked[]>`
    update address_changes set used_at = now()
    where hash = ${hash} and used_at is null and expires_at > now()
    returning user_id as "userId", email`;
  if (asked) return { ...asked, again: false };
  const [used] = await tx<Asked[]>`
    select a.user_id as "userId", a.email from address_changes a join users u on u.id = a.user_id and u.email = a.email
    where a.hash = ${hash} and a.used_at > now() - make_interval(mins => ${REPEAT_MINUTES})`;
  if (used) return { ...used, again: true };
  const expired = await tx`select from address_changes where hash = ${hash} and used_at is null`;
  throw accountErrors.addressLink(expired.count > 0 ? 'expired' : 'unknown');
}

export function createAddressChange({ engine, database, queueMail, holdAddress, addressMoved }: AddressChangeDeps): AddressChange {
  /** Answers with the address before. */
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
      notBefore(ASK_MS, () =>
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
            await queueMail(tx, { to: email, template: 'address-change', data: { token, name: member.name } });
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
        // Before the member, in the order of invitations.
        await holdAddress(context.tx, email);
        const before = await move(context.tx, userId, email);
        // What was sent to the address before opens this account no more.
        await dropTokens(context.tx, { userId }, 'reset');
        await addressMoved(context, userId, email);
        await context.mail({ to: before, template: 'address-changed', data: {} });
      });
      await work.catch((error: unknown) => {
        // Somebody signed up with it, or moved to it, at the same moment.
        throw isDuplicate(error) ? accountErrors.addressTaken() : error;
      });
      return confirmed;
    },
  };
}
