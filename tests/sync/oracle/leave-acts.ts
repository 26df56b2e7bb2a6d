/** The outcome of a deleted account: what was the member's, or named them, is gone. */
import { type Act, type Code, changedBy, withdraw, withdrawUnreadable } from './act.ts';
import type { SeatFact } from './facts.ts';
import { deleteGroup, endSeat } from './group-acts.ts';
import { passOnGroupNotices } from './message-acts.ts';

export function deleteAccount(act: Act): Code {
  const { facts, by } = act;
  const email = facts.members.get(by)?.email;
  if (email === undefined) return 'NOT_FOUND';
  passOnGroups(act);
  passOnGroupNotices(act, (_to, from) => from === by);
  removeInvitations(act, email);
  withdraw(act, ({ to, by: from, post, comment }) => {
    const about = (id: string | null, rows: ReadonlyMap<string, { readonly author: string }>) => id !== null && rows.get(id)?.author === by;
    return to === by || from === by || about(post, facts.posts) || about(comment, facts.comments);
  });
  removeWritings(act);
  for (const id of facts.friends.keys()) if (id.split('|').includes(by)) facts.friends.delete(id);
  for (const id of facts.blocks) if (id.split('|').includes(by)) facts.blocks.delete(id);
  for (const [id, { member, key }] of facts.settings) if (member === by || key.endsWith(`|${by}`)) facts.settings.delete(id);
  for (const { id, maker } of facts.links.values()) if (maker === by) facts.links.delete(id);
  for (const [write, writer] of facts.written) if (writer === by) facts.written.delete(write);
  facts.members.delete(by);
  // Their friends may have read each other by way of them.
  withdrawUnreadable(act);
  return null;
}

/** A group that the member owned passes to an admin, else to the member who has been in it longest. */
function passOnGroups(act: Act): void {
  const { facts, by } = act;
  const own = [...facts.seats.values()].filter(({ member }) => member === by);
  for (const { group, role } of own) {
    const others = [...facts.seats.values()].filter((seat) => seat.group === group && seat.member !== by);
    const heir = others.find((seat) => seat.role === 'admin') ?? others[0];
    if (role === 'owner' && !heir) deleteGroup(act, group);
    else endSeat(act, group, by);
    if (role === 'owner' && heir) facts.seats.set(`${group}|${heir.member}`, { ...heir, role: 'owner', ...changedBy(act) });
  }
  const ownerOf = (group: string): SeatFact | undefined =>
    [...facts.seats.values()].find((seat) => seat.group === group && seat.role === 'owner');
  for (const group of facts.groups.values()) {
    if (group.founder === by) facts.groups.set(group.id, { ...group, founder: ownerOf(group.id)?.member ?? '', ...changedBy(act) });
  }
}

/** Invitations by the member, to them or to their address, with what others were notified about them. */
function removeInvitations(act: Act, email: string): void {
  const { facts, by } = act;
  const gone = [
    ...[...facts.invitations.values()].filter((one) => one.inviter === by || one.receiver === by || one.email === email),
    ...[...facts.groupInvitations.values()].filter((one) => one.inviter === by || one.invitee === by),
  ];
  for (const { id } of gone) {
    facts.invitations.delete(id);
    facts.groupInvitations.delete(id);
    facts.dead.add(id);
  }
  withdraw(act, ({ invitation }) => gone.some(({ id }) => id === invitation));
}

/** Posts with all that is below them, comments, messages and reactions. The posts of others no longer name the member as chosen. */
function removeWritings(act: Act): void {
  const { facts, by } = act;
  const posts = [...facts.posts.values()].filter(({ author }) => author === by).map(({ id }) => id);
  const comments = [...facts.comments.values()].filter((one) => one.author === by || posts.includes(one.post)).map(({ id }) => id);
  const messages = [...facts.messages.values()].filter(({ sender }) => sender === by).map(({ id }) => id);
  const gone = new Set([...posts, ...comments, ...messages]);
  for (const id of gone) {
    for (const rows of [facts.posts, facts.comments, facts.messages]) rows.delete(id);
    facts.dead.add(id);
  }
  for (const reaction of facts.reactions.values()) if (reaction.by === by || gone.has(reaction.target)) facts.reactions.delete(reaction.id);
  for (const post of facts.posts.values()) {
    if (!post.chosen.includes(by)) continue;
    facts.posts.set(post.id, { ...post, chosen: post.chosen.filter((id) => id !== by), ...changedBy(act) });
  }
}
