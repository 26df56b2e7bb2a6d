import type { Tx } from '../db/pool/transaction.ts';
import type { CommandContext } from './command.ts';

/**
 * Commands that make or end friendships or invitations lock their members first, in the order of their ids. So a seat that is counted as
 * free is still free when it is taken, and two such commands never block each other. A change of a profile locks its member too: no
 * invitation is made with the name from before.
 */
export async function lockMembers(tx: Tx, ...members: readonly string[]): Promise<void> {
  await tx`select from users where id = any (${[...members]}::uuid[]) order by id for no key update`;
}

/**
 * Locks the relation of two members until commit, so that no notification about one reaches the other. A command that notifies runs before
 * this one, or sees its result.
 */
export async function lockBetween(tx: Tx, one: string, other: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(lock_between(${one}, ${other}))`;
}

/**
 * Locks the notifications of a member who does not want some of them, before the unread ones are withdrawn. A command that notifies them
 * comes before, and its notification is found, or sees the setting that is made here.
 */
export async function lockNotices(tx: Tx, member: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(lock_notices(${member}))`;
}

/** Whether one of the two blocks the other. */
export async function areBlocked(tx: Tx, one: string, other: string): Promise<boolean> {
  const [row] = await tx<{ blocked: boolean }[]>`select blocked_between(${one}, ${other}) as blocked`;
  return row?.blocked === true;
}

/**
 * Locks an address while a command checks whether it is a member's. So an invitation to it and its verification at the same moment do not
 * miss each other.
 */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`;
}

/** Both members and all their friends: the members whose scopes change when these two become friends, or cease to be. */
export async function circleOf(tx: Tx, one: string, other: string): Promise<string[]> {
  const rows = await tx<{ friend_id: string }[]>`
    select distinct friend_id from friends where user_id in (${one}, ${other})`;
  return [...new Set([one, other, ...rows.map((row) => row.friend_id)])];
}

export async function areFriends(tx: Tx, one: string, other: string): Promise<boolean> {
  return (await tx`select from friends where user_id = ${one} and friend_id = ${other}`).count > 0;
}

export async function nameOf(context: CommandContext): Promise<string> {
  const [row] = await context.tx<{ name: string }[]>`select name from profiles where id = ${context.actor.userId}`;
  return row?.name ?? '';
}
