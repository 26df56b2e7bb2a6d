import { allow } from '../../../schemas/base/refusal.ts';
import { checkBlock } from '../../../schemas/friends/block-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { areFriends, lockBetween, lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { type InvitationPlace, scopesOfInvitation } from '../groups/record-invitations.ts';
import { withdrawAboutEachOther, withdrawUnreadable } from '../notifications/withdraw-notifications.ts';
import { endFriendship } from './unfriend.ts';

export interface Block {
  readonly member_id: string;
  readonly on: boolean;
}

/**
 * Blocks or unblocks a member. The two leave each other's friends, network and pair scopes, whoever blocked whom, and nothing reveals that
 * to the other. A friendship between them ends. Pending invitations between them are deleted, and so are their notifications about each
 * other. None of this returns when the block ends.
 */
export const setBlock: Command<Block> = async (context, { member_id, on }) => {
  const { tx, actor } = context;
  const verdict = checkBlock(actor, member_id);
  if (!verdict.allowed) return verdict;
  await lockMembers(tx, actor.userId, member_id);
  await lockBetween(tx, actor.userId, member_id);
  const changed = on
    ? await tx`
        insert into blocks (blocker_id, blocked_id) select ${actor.userId}, id from users where id = ${member_id} on conflict do nothing`
    : await tx`delete from blocks where blocker_id = ${actor.userId} and blocked_id = ${member_id}`;
  if (changed.count === 0) return allow;
  const both = [actor.userId, member_id] as const;
  if (on) {
    await dropFriendInvitations(context, ...both);
    await dropGroupInvitations(context, ...both);
    await withdrawAboutEachOther(context, ...both);
    // A friendship that stayed would still join the friends of one to the other.
    if (await areFriends(tx, ...both)) await endFriendship(context, ...both);
    await withdrawUnreadable(context, both, both);
  }
  context.membersMoved(both);
  return allow;
};

async function dropFriendInvitations(context: CommandContext, one: string, other: string): Promise<void> {
  const rows = await context.tx<{ id: string }[]>`
    update friend_invitations set status = 'cancelled', answered_at = accepted_at(), write_id = ${context.writeId}
    where status = 'pending'
      and ((inviter_id = ${one} and receiver_user_id = ${other}) or (inviter_id = ${other} and receiver_user_id = ${one}))
    returning id`;
  const scopes = [scope.self(one), scope.self(other)];
  for (const { id } of rows) context.record({ scopes, collection: 'invitations', id, removed: true });
}

async function dropGroupInvitations(context: CommandContext, one: string, other: string): Promise<void> {
  const rows = await context.tx<(InvitationPlace & { id: string })[]>`
    delete from group_invitations
    where status = 'pending'
      and ((inviter_id = ${one} and invitee_id = ${other}) or (inviter_id = ${other} and invitee_id = ${one}))
    returning id, group_id, invitee_id, status`;
  for (const row of rows) context.record({ scopes: scopesOfInvitation(row), collection: 'invitations', id: row.id, removed: true });
}
