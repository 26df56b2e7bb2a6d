/** The outcome of acts on invitations and friendships. */
import { type Act, type Code, changedBy, madeBy, notify, withdraw, withdrawUnreadable } from './act.ts';
import { type Facts, type InvitationFact, isUsed } from './facts.ts';
import { areBlocked, areFriends } from './may-read.ts';

type To = { readonly email: string } | { readonly member: string };

const friendsOf = (facts: Facts, member: string): number => [...facts.friends.keys()].filter((id) => id.startsWith(`${member}|`)).length;

export function invite(act: Act, id: string, inviter: string, to: To): Code {
  const { facts, by, limits } = act;
  const found = [...facts.members.values()].find(
    (member) => member.verified && ('email' in to ? member.email === to.email : member.id === to.member),
  );
  const pending = [...facts.invitations.values()].filter(({ status }) => status === 'pending');
  const sent = pending.some(
    (one) => one.inviter === by && ('email' in to ? one.email === to.email : one.byId && one.receiver === to.member),
  );
  const received = found !== undefined && pending.some((one) => one.inviter === found.id && one.receiver === by);
  // A history takes less than a day, so all invitations count as today's.
  const today = [...facts.invitations.values()].filter((one) => one.inviter === by);

  if (inviter !== by) return 'NOT_ONESELF';
  if ('email' in to ? to.email === facts.members.get(by)?.email : to.member === by) return 'OWN_ADDRESS';
  if (found && areFriends(facts, by, found.id)) return 'ALREADY_FRIENDS';
  if (sent) return 'ALREADY_INVITED';
  if (received) return 'INVITED_BY_THEM';
  if (today.length >= limits.invitationsPerDay) return 'TOO_MANY_INVITATIONS';
  const toAddresses = today.filter((one) => one.email !== null).length;
  if ('email' in to && friendsOf(facts, by) === 0 && toAddresses >= limits.firstInvitations) return 'TOO_MANY_FIRST_INVITATIONS';
  // If one of the two has blocked the other, the other member appears not to exist.
  const receiver = found && !areBlocked(facts, by, found.id) ? found : undefined;
  if ('member' in to && !receiver) return 'USER_NOT_FOUND';
  if (isUsed(facts, id)) return 'INVITATION_NOT_FOUND';

  facts.invitations.set(id, {
    id,
    inviter: by,
    email: 'email' in to ? to.email : null,
    receiver: receiver?.id ?? null,
    byId: 'member' in to,
    status: 'pending',
    seatTaken: friendsOf(facts, by) >= limits.friends,
    waits: false,
    ...madeBy(act),
  });
  if (receiver) notify(act, { to: receiver.id, type: 'friend_request_sent', by, invitation: id });
  return null;
}

const between = (a: string, b: string) => (one: InvitationFact) =>
  (one.inviter === a && one.receiver === b) || (one.inviter === b && one.receiver === a);

/** Makes the actor a friend of the maker of a link, who has said yes. False, and nothing happens, where the two cannot be friends now. */
export function befriendAtOnce(act: Act, id: string, maker: string): boolean {
  const { facts, by, limits } = act;
  if (areFriends(facts, by, maker) || areBlocked(facts, by, maker)) return false;
  if ([by, maker].some((one) => friendsOf(facts, one) >= limits.friends)) return false;
  for (const one of [...facts.invitations.values()].filter((each) => each.status === 'pending' && between(by, maker)(each))) {
    facts.invitations.set(one.id, { ...one, status: 'accepted', ...changedBy(act) });
    withdraw(act, (notice) => notice.invitation === one.id);
  }
  const seat = { seatTaken: false, waits: false };
  facts.invitations.set(id, { id, inviter: by, email: null, receiver: maker, byId: true, status: 'accepted', ...seat, ...madeBy(act) });
  // Some milliseconds later.
  const made = madeBy(act);
  facts.friends.set(`${by}|${maker}`, made);
  facts.friends.set(`${maker}|${by}`, made);
  notify(act, { to: maker, type: 'friend_request_accepted', by, invitation: id });
  return true;
}

export function respond(act: Act, id: string, answer: 'accepted' | 'declined'): Code {
  const { facts, by, limits } = act;
  const invitation = facts.invitations.get(id);
  if (!invitation || invitation.receiver !== by || invitation.status === 'gone') return 'INVITATION_NOT_FOUND';
  if (invitation.status !== 'pending') return 'INVITATION_ANSWERED';
  const { inviter } = invitation;
  if (answer === 'accepted' && friendsOf(facts, by) >= limits.friends) return 'CIRCLE_FULL';
  if (answer === 'accepted' && friendsOf(facts, inviter) >= limits.friends) return 'THEIR_CIRCLE_FULL';

  const settled = [...facts.invitations.values()].filter(
    (one) => one === invitation || (answer === 'accepted' && one.status === 'pending' && between(by, inviter)(one)),
  );
  for (const one of settled) facts.invitations.set(one.id, { ...one, status: answer, ...changedBy(act) });
  if (answer === 'accepted' && !areFriends(facts, by, inviter)) {
    const made = madeBy(act);
    facts.friends.set(`${by}|${inviter}`, made);
    facts.friends.set(`${inviter}|${by}`, made);
  }
  // They no longer need to know that somebody waits.
  withdraw(act, (notice) => notice.to === inviter && notice.invitation === id);
  notify(act, {
    to: inviter,
    type: answer === 'accepted' ? 'friend_request_accepted' : 'friend_request_declined',
    // An inviter who typed an address must not learn from a refusal which member has it.
    by: answer === 'accepted' || invitation.byId ? by : null,
    invitation: id,
  });
  return null;
}

/** Notifies the receiver of a free seat, in place of what they were notified of before. */
function notifyOfSeat(act: Act, { id, inviter, receiver }: InvitationFact): void {
  if (receiver === null) return;
  withdraw(act, (notice) => notice.to === receiver && notice.invitation === id);
  notify(act, { to: receiver, type: 'friend_request_sent', by: inviter, invitation: id });
}

export function waitForSeat(act: Act, id: string): Code {
  const { facts, by } = act;
  const invitation = facts.invitations.get(id);
  if (!invitation || invitation.receiver !== by || invitation.status === 'gone') return 'INVITATION_NOT_FOUND';
  if (invitation.status !== 'pending') return 'INVITATION_ANSWERED';
  facts.invitations.set(id, { ...invitation, waits: true, ...changedBy(act) });
  if (invitation.waits) return null;
  if (!invitation.seatTaken) notifyOfSeat(act, invitation);
  else notify(act, { to: invitation.inviter, type: 'friend_request_sent', by: invitation.byId ? by : null, invitation: id });
  return null;
}

/** After every act: pending invitations say whether their inviter has a free seat, and who waits for one is notified. */
export function refreshSeats(act: Act): void {
  const { facts, limits } = act;
  for (const invitation of facts.invitations.values()) {
    const seatTaken = friendsOf(facts, invitation.inviter) >= limits.friends;
    if (invitation.status !== 'pending' || invitation.seatTaken === seatTaken) continue;
    facts.invitations.set(invitation.id, { ...invitation, seatTaken });
    if (!seatTaken && invitation.waits) notifyOfSeat(act, invitation);
  }
}

export function cancelInvitation(act: Act, id: string): Code {
  const invitation = act.facts.invitations.get(id);
  if (!invitation || invitation.inviter !== act.by || invitation.status === 'gone') return 'INVITATION_NOT_FOUND';
  if (invitation.status !== 'pending') return 'INVITATION_ANSWERED';
  act.facts.invitations.set(id, { ...invitation, status: 'gone', ...changedBy(act) });
  withdraw(act, (notice) => notice.invitation === id);
  return null;
}

export function unfriend(act: Act, one: string, other: string): Code {
  const { facts } = act;
  if (one !== act.by) return 'NOT_ONESELF';
  if (!areFriends(facts, one, other)) return 'NOT_FOUND';
  facts.friends.delete(`${one}|${other}`);
  facts.friends.delete(`${other}|${one}`);
  const theirs = [...facts.invitations.values()].filter(between(one, other));
  withdraw(act, (notice) => theirs.some(({ id }) => id === notice.invitation));
  for (const link of facts.links.values()) {
    const users = [link.maker, ...link.takers];
    if (link.atOnce && users.includes(one) && users.includes(other)) facts.links.set(link.id, { ...link, revoked: true });
  }
  // Open group invitations between the two end; memberships stay.
  for (const invitation of facts.groupInvitations.values()) {
    const { inviter, invitee, status } = invitation;
    const isBetween = (inviter === one && invitee === other) || (inviter === other && invitee === one);
    if (status !== 'pending' || !isBetween) continue;
    facts.groupInvitations.delete(invitation.id);
    facts.dead.add(invitation.id);
    withdraw(act, (notice) => notice.invitation === invitation.id);
  }
  for (const invitation of theirs) {
    if (invitation.status === 'pending') continue;
    facts.invitations.set(invitation.id, { ...invitation, status: 'gone', ...changedBy(act) });
  }
  withdrawUnreadable(act);
  return null;
}

/** A member has verified their address: invitations to that address become theirs. */
export function attachInvitations(act: Act, member: string): void {
  const { facts } = act;
  const email = facts.members.get(member)?.email;
  for (const invitation of facts.invitations.values()) {
    if (invitation.email !== email || invitation.receiver !== null || invitation.status !== 'pending') continue;
    if (areBlocked(facts, member, invitation.inviter)) continue;
    if (invitation.inviter === member || areFriends(facts, member, invitation.inviter)) {
      facts.invitations.set(invitation.id, { ...invitation, status: 'gone' });
      continue;
    }
    facts.invitations.set(invitation.id, { ...invitation, receiver: member });
    notify(act, { to: member, type: 'friend_request_sent', by: invitation.inviter, invitation: invitation.id });
  }
}
