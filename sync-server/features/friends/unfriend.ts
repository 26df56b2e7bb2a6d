import { allow } from '../../../schemas/base/refusal.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { checkUnfriend } from '../../../schemas/friends/friend-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { areFriends, circleOf, lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { dropGroupInvitationsBetween } from '../groups/drop-group-invitations-between.ts';
import { withdrawInvitationsBetween, withdrawUnreadable } from '../notifications/withdraw-notifications.ts';
import { endFriendLinksBetween } from './invitations/invite-links.ts';
import { refreshSeats } from './seats.ts';

export interface Unfriend {
  readonly user_id: string;
  readonly friend_id: string;
}

/** Ends a friendship for both. */
export const unfriend: Command<Unfriend> = async (context, friendship) => {
  const { tx, actor } = context;
  const { user_id: one, friend_id: other } = friendship;
  await lockMembers(tx, actor.userId, other);
  const verdict = checkUnfriend(actor, friendship, { areFriends: await areFriends(tx, actor.userId, other) });
  if (!verdict.allowed) return verdict;
  await endFriendship(context, one, other);
  return allow;
};

/**
 * Ends the friendship of two members who are friends and whose rows are locked. Withdraws the notifications that they and their friends
 * have of posts that they can no longer read. Answered invitations between the two are cancelled, because they name the other. Open group
 * invitations between them end: only friends invite each other. A link that made them friends at once ends too. Members who wait for a seat
 * of either are notified.
 */
export async function endFriendship(context: CommandContext, one: string, other: string): Promise<void> {
  const { tx } = context;
  const moved = await circleOf(tx, one, other);
  await tx`delete from friends where (user_id = ${one} and friend_id = ${other}) or (user_id = ${other} and friend_id = ${one})`;
  context.record({ scopes: [scope.friends(one)], collection: 'friends', id: friendRowId(one, other), removed: true });
  context.record({ scopes: [scope.friends(other)], collection: 'friends', id: friendRowId(other, one), removed: true });

  await dropGroupInvitationsBetween(context, one, other);
  await endFriendLinksBetween(tx, one, other);
  await withdrawInvitationsBetween(context, one, other);
  await withdrawUnreadable(context, [one, other], moved);
  const answered = await tx<{ id: string }[]>`
    update friend_invitations set status = 'cancelled', write_id = ${context.writeId}
    where status in ('accepted', 'declined')
      and ((inviter_id = ${one} and receiver_user_id = ${other}) or (inviter_id = ${other} and receiver_user_id = ${one}))
    returning id`;
  const both = [scope.self(one), scope.self(other)];
  for (const row of answered) context.record({ scopes: both, collection: 'invitations', id: row.id, removed: true });
  context.membersMoved(moved);
  await refreshSeats(context, [one, other]);
}
