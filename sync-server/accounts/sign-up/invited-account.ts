/**
 * Accounts that were made by the mail of an invitation. A mail can be passed on, so the person who made the account may not own its address.
 * Until the owner has set a new password by a mail, the account
 *
 * - keeps its address and gets no second factor (`Accounts.requireProvedAddress`): the owner must always find it, and get in by a mail;
 * - loses all ways in with that new password, and is an ordinary account afterwards.
 */
import type { Tx } from '../../db/pool/transaction.ts';

/** Whether only the mail of an invitation has proved the address of this account. Locks the account until commit. */
export async function isOnlyInvited(tx: Tx, userId: string): Promise<boolean> {
  return (await tx`select from users where id = ${userId} and only_invited for no key update`).count > 0;
}

/**
 * The owner of the address is here. Removes every way into such an account but its password and sessions, which the caller replaces and
 * ends. Returns false, and does nothing, for an ordinary account: its passkeys and second factor outlast a forgotten password.
 */
export async function takeBack(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx`update users set only_invited = false where id = ${userId} and only_invited`;
  if (count === 0) return false;
  await tx`delete from passkeys where user_id = ${userId}`;
  await tx`delete from second_factors where user_id = ${userId}`;
  await tx`delete from identities where user_id = ${userId}`;
  return true;
}
