/** The outcome of acts on groups, their members and their invitations. */
import { type Act, type Code, changedBy, madeBy, notify, withdraw } from './act.ts';
import { type Facts, type GroupFact, isUsed, type Role } from './facts.ts';
import { areBlocked, areFriends, roleIn } from './may-read.ts';

const seatId = (group: string, member: string) => `${group}|${member}`;

export function createGroup(
  act: Act,
  group: { id: string; name: string; description: string | null; emoji?: string | null | undefined; founder: string },
): Code {
  const { facts, by } = act;
  if (group.founder !== by) return 'NOT_ONESELF';
  if (isUsed(facts, group.id)) return 'GROUP_NOT_FOUND';
  const made = madeBy(act);
  facts.groups.set(group.id, { ...group, emoji: group.emoji ?? null, ...made });
  facts.seats.set(seatId(group.id, by), { group: group.id, member: by, role: 'owner', ...made });
  return null;
}

/** Null where the actor's role allows the act. To a non-member the group appears not to exist. */
function notFor(act: Act, group: string, roles: readonly Role[]): Code {
  const role = roleIn(act.facts, act.by, group);
  if (role === null) return 'GROUP_NOT_FOUND';
  return roles.includes(role) ? null : 'NOT_ALLOWED';
}

/** Without a named emoji the group keeps the one that it has. */
export function editGroup(act: Act, id: string, name: string, description: string | null, named?: string | null): Code {
  const refused = notFor(act, id, ['owner']);
  if (refused) return refused;
  const group = act.facts.groups.get(id) as GroupFact;
  const emoji = named === undefined ? group.emoji : named;
  if (group.name === name && group.description === description && group.emoji === emoji) return null;
  act.facts.groups.set(id, { ...group, name, description, emoji, ...changedBy(act) });
  return null;
}

export function deleteGroup(act: Act, id: string): Code {
  const { facts } = act;
  const refused = notFor(act, id, ['owner']);
  if (refused) return refused;
  facts.groups.delete(id);
  facts.dead.add(id);
  for (const seat of facts.seats.values()) {
    if (seat.group !== id) continue;
    facts.seats.delete(seatId(id, seat.member));
    forgetSettings(facts, id, seat.member);
  }
  for (const invitation of facts.groupInvitations.values()) {
    if (invitation.group !== id) continue;
    facts.groupInvitations.delete(invitation.id);
    facts.dead.add(invitation.id);
  }
  for (const message of facts.messages.values()) {
    if (message.group !== id) continue;
    facts.messages.delete(message.id);
    facts.dead.add(message.id);
    for (const reaction of facts.reactions.values()) if (reaction.target === message.id) facts.reactions.delete(reaction.id);
  }
  withdraw(act, (notice) => notice.group === id);
  return null;
}

/** A member's settings for a group end with their membership. */
function forgetSettings(facts: Facts, group: string, member: string): void {
  for (const key of ['group_read', 'group_muted']) facts.settings.delete(`${member}|${key}|${group}`);
}

export function endSeat(act: Act, group: string, member: string): void {
  act.facts.seats.delete(seatId(group, member));
  forgetSettings(act.facts, group, member);
  withdraw(act, (notice) => notice.group === group && notice.to === member);
}

export function leaveGroup(act: Act, group: string): Code {
  const role = roleIn(act.facts, act.by, group);
  if (role === null) return 'GROUP_NOT_FOUND';
  if (role === 'owner') return 'OWNER_CANNOT_LEAVE';
  endSeat(act, group, act.by);
  return null;
}

export function removeMember(act: Act, group: string, member: string): Code {
  const refused = notFor(act, group, ['owner']);
  if (refused) return refused;
  const role = roleIn(act.facts, member, group);
  if (role === null) return 'USER_NOT_FOUND';
  if (role === 'owner') return 'OWNER_CANNOT_LEAVE';
  endSeat(act, group, member);
  return null;
}

/** An owner who makes another member owner hands the group over, and stays as an admin. */
export function setRole(act: Act, group: string, member: string, role: Role): Code {
  const refused = notFor(act, group, ['owner']);
  if (refused) return refused;
  const before = roleIn(act.facts, member, group);
  if (before === null) return 'USER_NOT_FOUND';
  if (before === 'owner') return 'NOT_ALLOWED';
  if (before === role) return null;
  const seats: [string, Role][] = role === 'owner' ? [[act.by, 'admin']] : [];
  for (const [who, becomes] of [...seats, [member, role] as const]) {
    const seat = act.facts.seats.get(seatId(group, who));
    if (seat) act.facts.seats.set(seatId(group, who), { ...seat, role: becomes, ...changedBy(act) });
  }
  return null;
}

export interface GroupInvite {
  readonly id: string;
  readonly group: string;
  readonly inviter: string;
  readonly to: { readonly email: string } | { readonly member: string };
}

/** A member can only invite their direct friends. Everybody else appears not to exist. */
export function inviteToGroup(act: Act, { id, group, inviter, to }: GroupInvite): Code {
  const { facts, by } = act;
  if (inviter !== by) return 'NOT_ONESELF';
  const refused = notFor(act, group, ['owner', 'admin']);
  if (refused) return refused;
  const addressed = [...facts.members.values()].find(
    ({ id: member, email }) => 'email' in to && email === to.email && areFriends(facts, by, member),
  );
  const invitee = 'member' in to ? to.member : addressed?.id;
  if (invitee === undefined) return 'USER_NOT_FOUND';
  if (roleIn(facts, invitee, group) !== null) return 'ALREADY_IN_GROUP';
  const open = [...facts.groupInvitations.values()].some(
    (one) => one.group === group && one.invitee === invitee && one.status !== 'accepted',
  );
  if (open) return 'ALREADY_INVITED_TO_GROUP';
  if (!areFriends(facts, by, invitee) || areBlocked(facts, by, invitee)) return 'USER_NOT_FOUND';
  if (isUsed(facts, id)) return 'INVITATION_NOT_FOUND';
  facts.groupInvitations.set(id, { id, group, inviter: by, invitee, status: 'pending', ...madeBy(act) });
  notify(act, { to: invitee, type: 'group_invitation', by, group, invitation: id });
  return null;
}

export function respondToGroup(act: Act, id: string, answer: 'accepted' | 'declined'): Code {
  const { facts, by } = act;
  const invitation = facts.groupInvitations.get(id);
  if (!invitation || invitation.invitee !== by) return 'INVITATION_NOT_FOUND';
  if (invitation.status !== 'pending') return 'INVITATION_ANSWERED';
  facts.groupInvitations.set(id, { ...invitation, status: answer, ...changedBy(act) });
  if (answer === 'declined') withdraw(act, (notice) => notice.invitation === id);
  else facts.seats.set(seatId(invitation.group, by), { group: invitation.group, member: by, role: 'member', ...madeBy(act) });
  return null;
}

export function cancelGroupInvitation(act: Act, id: string): Code {
  const { facts, by } = act;
  const invitation = facts.groupInvitations.get(id);
  const role = invitation ? roleIn(facts, by, invitation.group) : null;
  if (!invitation || invitation.status === 'accepted' || (role !== 'owner' && role !== 'admin')) return 'INVITATION_NOT_FOUND';
  if (invitation.inviter !== by && role !== 'owner') return 'NOT_ALLOWED';
  facts.groupInvitations.delete(id);
  facts.dead.add(id);
  withdraw(act, (notice) => notice.invitation === id);
  return null;
}
