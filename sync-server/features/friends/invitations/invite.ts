import { allow, refuse } from '../../../../schemas/base/refusal.ts';
import { FIRST_INVITATIONS_DAYS } from '../../../../schemas/friends/invitation-limits.ts';
import { checkInvite, type InviteFacts } from '../../../../schemas/friends/invitation-rules.ts';
import { issueInvitationSecret } from '../../../accounts/sign-up/invitation-secrets.ts';
import type { Command, CommandContext } from '../../../sync/command.ts';
import { areBlocked, areFriends, lockAddress, lockMembers, nameOf } from '../../../sync/member-locks.ts';
import { takeId } from '../../../sync/push/used-ids.ts';
import { scope } from '../../../sync/scope-name.ts';
import { notify } from '../../notifications/notify.ts';

export interface NewInvitation {
  readonly id: string;
  readonly inviter_id: string;
  /** either the address that was typed, or the member who was meant */
  readonly to: { readonly email: string } | { readonly member: string };
}

interface Receiver {
  readonly id: string;
  readonly email: string;
}

/**
 * Invites a person to be friends. An address that is no member's receives a mail, and its owner finds the invitation after signing up. The
 * inviter sees the same whether the address is a member's or not.
 */
export const invite: Command<NewInvitation> = async (context, invitation) => {
  const { tx, actor } = context;
  const { to } = invitation;
  if ('email' in to) await lockAddress(tx, to.email);
  const [found] = await tx<Receiver[]>`
    select id, email from users
    where ${'email' in to ? tx`email = ${to.email}` : tx`id = ${to.member}`}`;
  await lockMembers(tx, actor.userId, ...(found ? [found.id] : []));

  const facts = await gatherFacts(context, invitation, found);
  const verdict = checkInvite(actor, facts);
  if (!verdict.allowed) return verdict;
  // If one of the two blocks the other, it looks as if nobody were there.
  const blocked = found !== undefined && (await areBlocked(tx, actor.userId, found.id));
  const receiver = blocked ? undefined : found;
  if ('member' in to && !receiver) return refuse('USER_NOT_FOUND');

  if (!(await takeId(context, invitation.id))) return refuse('INVITATION_NOT_FOUND');

  context.stores();
  await tx`
    insert into friend_invitations (id, inviter_id, invited_email, receiver_user_id, invited_by_id, seat_taken, created_at, write_id)
    values (${invitation.id}, ${actor.userId}, ${'email' in to ? to.email : null}, ${receiver?.id ?? null}, ${'member' in to},
      ${facts.ownFriends >= context.limits.maxDirectFriends}, accepted_at(), ${context.writeId})`;

  context.record({
    scopes: [scope.self(actor.userId), ...(receiver ? [scope.self(receiver.id)] : [])],
    collection: 'invitations',
    id: invitation.id,
  });
  const inviterName = await nameOf(context);
  if (receiver) {
    await notify(context, {
      type: 'friend_request_sent',
      recipients: [receiver.id],
      by: actor.userId,
      invitation_id: invitation.id,
    });
    await context.mail({ to: receiver.email, template: 'friend-request', data: { inviterName } });
  } else if ('email' in to && !blocked) {
    const secret = await issueInvitationSecret(context, invitation.id);
    await context.mail({ to: to.email, template: 'friend-invitation', data: { inviterName, token: invitation.id, secret } });
  }
  return allow;
};

/**
 * For an address, the facts contain only what the inviter knows already: their own friends, what they sent to that very address, and the
 * invitations that they received. Whether the address belongs to a member whom they invited by id is not among them.
 */
async function gatherFacts(context: CommandContext, invitation: NewInvitation, receiver: Receiver | undefined): Promise<InviteFacts> {
  const { tx, actor, limits } = context;
  const { to } = invitation;
  interface Counts {
    readonly own_email: string;
    readonly already_sent: boolean;
    readonly already_received: boolean;
    readonly sent_today: number;
    readonly sent_to_addresses: number;
    readonly own_friends: number;
  }
  const [counts] = await tx<Counts[]>`
    select u.email as own_email,
      exists (
        select from friend_invitations i
        where i.inviter_id = u.id and i.status = 'pending'
          and ${'email' in to ? tx`i.invited_email = ${to.email}` : tx`i.invited_by_id and i.receiver_user_id = ${to.member}`}
      ) as already_sent,
      exists (
        select from friend_invitations i
        where i.inviter_id = ${receiver?.id ?? null}::uuid and i.receiver_user_id = u.id and i.status = 'pending'
      ) as already_received,
      (
        select count(*)::int from friend_invitations i where i.inviter_id = u.id and i.created_at > now() - interval '1 day'
      ) as sent_today,
      (
        select count(*)::int from friend_invitations i
        where i.inviter_id = u.id and i.invited_email is not null
          and i.created_at > now() - make_interval(days => ${FIRST_INVITATIONS_DAYS})
      ) as sent_to_addresses,
      (select count(*)::int from friends f where f.user_id = u.id) as own_friends
    from users u
    where u.id = ${actor.userId}`;
  return {
    inviterId: invitation.inviter_id,
    isSelf: 'email' in to ? to.email === counts?.own_email : to.member === actor.userId,
    alreadyFriends: receiver !== undefined && (await areFriends(tx, actor.userId, receiver.id)),
    alreadySent: counts?.already_sent === true,
    alreadyReceived: counts?.already_received === true,
    sentToday: counts?.sent_today ?? 0,
    perDay: limits.invitationsPerDay,
    byAddress: 'email' in to,
    ownFriends: counts?.own_friends ?? 0,
    sentToAddresses: counts?.sent_to_addresses ?? 0,
    firstInvitations: limits.firstInvitations,
  };
}
