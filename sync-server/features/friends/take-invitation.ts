import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { Command } from '../../sync/feature.ts';
import { tellOfInvitation } from './attach-invitations.ts';
import { seatOfMail } from './invitation-token.ts';
import { areBlocked, areFriends, takeMembers } from './member-locks.ts';

/**
 * Gives the member who opened the link of an invitation that invitation, whatever address theirs is: as whoever signs up by the link. It waits
 * for their answer then. One that has become somebody else's is not found; one that is theirs already stays so.
 */
export const takeInvitation: Command<{ readonly token: string }> = async (context, { token }) => {
  const { tx, actor } = context;
  const seat = await seatOfMail(tx, token);
  if (!seat) return refuse('INVITATION_NOT_FOUND');
  if (seat.inviterId === actor.userId) return refuse('OWN_ADDRESS');
  await takeMembers(tx, actor.userId, seat.inviterId);
  if (await areBlocked(tx, actor.userId, seat.inviterId)) return refuse('INVITATION_NOT_FOUND');
  if (await areFriends(tx, actor.userId, seat.inviterId)) return refuse('ALREADY_FRIENDS');
  const [mine] = await tx`
    select from friend_invitations where id = ${token} and status = 'pending' and receiver_user_id = ${actor.userId}`;
  if (mine) return allow;
  const [taken] = await tx<{ id: string; inviter_id: string }[]>`
    update friend_invitations set receiver_user_id = ${actor.userId}
    where id = ${token} and status = 'pending' and receiver_user_id is null
    returning id, inviter_id`;
  if (!taken) return refuse('INVITATION_NOT_FOUND');
  await tellOfInvitation(context, actor.userId, taken);
  return allow;
};
