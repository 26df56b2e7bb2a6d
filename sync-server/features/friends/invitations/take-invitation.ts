import { uuidSchema } from '../../../../schemas/base/ids.ts';
import { allow, refuse } from '../../../../schemas/base/refusal.ts';
import type { TakenInvitation } from '../../../../schemas/friends/invitation-token.ts';
import { hashSecret } from '../../../accounts/secrets/secrets.ts';
import type { Tx } from '../../../db/pool/transaction.ts';
import type { Command } from '../../../sync/command.ts';
import { areBlocked, areFriends, lockMembers } from '../../../sync/member-locks.ts';
import { notifyOfInvitation } from './attach-invitations.ts';
import { seatOfMail } from './invitation-token.ts';
import { takeInviteLink } from './invite-links.ts';

/**
 * Gives the member who opened an invitation link that invitation, whatever their own address is, as if they had signed up by the link. It
 * then waits for their answer. An invitation that has become somebody else's is not found; one that is theirs already stays theirs. By a
 * link that a member made they ask that member to be friends, or are friends at once.
 */
export const takeInvitation: Command<{ readonly token: string }> = async (context, { token }) => {
  const { tx, actor } = context;
  if (!uuidSchema.safeParse(token).success) {
    const verdict = await takeInviteLink(context, token);
    // They asked before, perhaps by this link: that invitation remains.
    return !verdict.allowed && verdict.code === 'ALREADY_INVITED' ? allow : verdict;
  }
  const seat = await seatOfMail(tx, token);
  if (!seat) return refuse('INVITATION_NOT_FOUND');
  if (seat.inviterId === actor.userId) return refuse('OWN_ADDRESS');
  await lockMembers(tx, actor.userId, seat.inviterId);
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
  await notifyOfInvitation(context, actor.userId, taken);
  return allow;
};

/** The invitation that this member has by the link with this token, once they took it. */
export async function takenInvitation(tx: Tx, userId: string, token: string): Promise<TakenInvitation | undefined> {
  const [taken] = uuidSchema.safeParse(token).success
    ? await tx<TakenInvitation[]>`
        select i.id, 'you' as waits_for, p.name from friend_invitations i join profiles p on p.id = i.inviter_id
        where i.id = ${token} and i.receiver_user_id = ${userId}`
    : await tx<TakenInvitation[]>`
        select i.id, case i.status when 'pending' then 'them' else 'nobody' end as waits_for, p.name
        from invite_links l
        join friend_invitations i on i.inviter_id = ${userId} and i.receiver_user_id = l.maker_id
          and (i.status = 'pending' or (l.at_once and i.status = 'accepted'))
        join profiles p on p.id = l.maker_id
        where l.hash = ${hashSecret(token)}
        order by i.created_at desc limit 1`;
  return taken;
}
