import { allow } from '../../../schemas/base/refusal.ts';
import { checkBlock } from '../../../schemas/friends/block-rules.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { areFriends, lockBetween, lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { passOnGroupNotices } from '../notifications/pass-on-group-notices.ts';
import { withdrawAboutEachOther, withdrawForInvitation, withdrawUnreadable } from '../notifications/withdraw-notifications.ts';
import { endFriendship } from './unfriend.ts';

export interface Block {
  readonly member_id: string;
  readonly on: boolean;
}

/**
 * Blocks or unblocks a member. Both leave the other's friends, network and pair scopes. Nothing reveals the block to the other member. A
 * friendship between them ends. Pending invitations between them are deleted, and so are their notifications about each
 * other. An unread one about a group passes to another member who wrote there. None of this returns when the block ends.
 */
export const setBlock: Command<Block> = async (context, { member_id, on }) => {
  const { tx, actor } = context;
  const verdict = checkBlock(actor, member_id);
  if (!verdict.allowed) return verdict;
  await lockMembers(tx, actor.userId, member_id);
  await lockCommonGroups(tx, actor.userId, member_id);
  await lockBetween(tx, actor.userId, member_id);
  const changed = on
    ? await tx`
        insert into blocks (blocker_id, blocked_id) select ${actor.userId}, id from users where id = ${member_id} on conflict do nothing`
    : await tx`delete from blocks where blocker_id = ${actor.userId} and blocked_id = ${member_id}`;
  if (changed.count === 0) return allow;
  const both = [actor.userId, member_id] as const;
  if (on) {
    await dropFriendInvitations(context, ...both);
    await passOnGroupNotices(context, both, both);
    await withdrawAboutEachOther(context, ...both);
    // A friendship that stayed would still join the friends of one to the other.
    if (await areFriends(tx, ...both)) await endFriendship(context, ...both);
    await withdrawUnreadable(context, both, both);
  }
  context.membersMoved(both);
  return allow;
};

/** Locks the groups of both exclusively: a message is either found by this block, or notifies the two after it. */
async function lockCommonGroups(tx: Tx, one: string, other: string): Promise<void> {
  await tx`
    select from groups where id in (
      select a.group_id from group_members a join group_members b on b.group_id = a.group_id where a.user_id = ${one} and b.user_id = ${other}
    )
    order by id for update`;
}

async function dropFriendInvitations(context: CommandContext, one: string, other: string): Promise<void> {
  const rows = await context.tx<{ id: string }[]>`
    update friend_invitations set status = 'cancelled', answered_at = accepted_at(), write_id = ${context.writeId}
    where status = 'pending'
      and ((inviter_id = ${one} and receiver_user_id = ${other}) or (inviter_id = ${other} and receiver_user_id = ${one}))
    returning id`;
  const scopes = [scope.self(one), scope.self(other)];
  for (const { id } of rows) {
    context.record({ scopes, collection: 'invitations', id, removed: true });
    await withdrawForInvitation(context, id);
  }
}
