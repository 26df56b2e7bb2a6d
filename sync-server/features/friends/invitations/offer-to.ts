import { uuidSchema } from '../../../../schemas/base/ids.ts';
import { type Standing, standingOf } from '../../../../schemas/friends/standing.ts';
import type { Tx } from '../../../db/pool/transaction.ts';
import { areBlocked, areFriends } from '../../../sync/member-locks.ts';
import { type OfferedSeat, seatOfLink, seatOfMail } from './invitation-token.ts';

export interface OfferToMember {
  readonly seat: OfferedSeat;
  /** who would answer: this member, or the maker of the link whom they would ask */
  readonly waitsFor: 'you' | 'them';
  readonly standing: Standing;
}

/**
 * What the link with this token means for a member who has opened it. Undefined where taking it would find no invitation. It writes
 * nothing: another page may have led the member here.
 */
export async function offerTo(tx: Tx, member: string, token: string): Promise<OfferToMember | undefined> {
  const byMail = uuidSchema.safeParse(token).success;
  const seat = byMail ? await seatOfMail(tx, token) : await seatOfLink(tx, token, member);
  if (!seat) return undefined;
  const { inviterId } = seat;
  if (inviterId !== member && (await areBlocked(tx, member, inviterId))) return undefined;
  const [facts] = await tx<{ others: boolean; sent: boolean; received: boolean }[]>`
    select
      exists (
        select from friend_invitations
        where ${byMail} and id::text = ${token} and receiver_user_id is not null and receiver_user_id <> ${member}
      ) as others,
      exists (
        select from friend_invitations
        where inviter_id = ${member} and receiver_user_id = ${inviterId} and invited_by_id and status = 'pending'
      ) as sent,
      exists (
        select from friend_invitations where inviter_id = ${inviterId} and receiver_user_id = ${member} and status = 'pending'
      ) as received`;
  const standing = standingOf({
    isSelf: inviterId === member,
    alreadyFriends: await areFriends(tx, member, inviterId),
    alreadySent: !byMail && facts?.sent === true,
    alreadyReceived: facts?.received === true,
  });
  if (facts?.others && standing === 'open') return undefined;
  return { seat, waitsFor: byMail ? 'you' : 'them', standing };
}
