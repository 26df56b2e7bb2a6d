/** All rows that a member may have, as their devices show them: exactly the rows that may be sent to them. */
import { Brought, type ExpectedRow } from './expected.ts';
import type { Facts, GroupInvitationFact, InvitationFact } from './facts.ts';
import { inCircle, inNetwork, mayReadPost, roleIn } from './may-read.ts';

export const collections = [
  'posts',
  'comments',
  'reactions',
  'profiles',
  'contacts',
  'settings',
  'friends',
  'invitations',
  'groups',
  'group_members',
  'group_messages',
  'notifications',
] as const;
export type Collection = (typeof collections)[number];

export type Holdings = Readonly<Record<Collection, readonly ExpectedRow[]>>;

const computed = new WeakMap<Facts, Map<string, Holdings>>();

/** The rows that `reader` may have at this moment of a history. */
export function holdingsOf(facts: Facts, reader: string): Holdings {
  const known = computed.get(facts) ?? new Map<string, Holdings>();
  computed.set(facts, known);
  const before = known.get(reader);
  if (before) return before;
  const holdings = compute(facts, reader);
  known.set(reader, holdings);
  return holdings;
}

/** A person's name in another member's row that was last changed by act `touched`. */
function brought(facts: Facts, person: string, touched: number): Brought {
  const member = facts.members.get(person);
  return new Brought(member?.name ?? '', member?.formerNames.filter(({ until }) => until > touched).map(({ name }) => name) ?? []);
}

function compute(facts: Facts, reader: string): Holdings {
  const rows: Record<Collection, ExpectedRow[]> = {
    posts: [],
    comments: [],
    reactions: [],
    profiles: [],
    contacts: [],
    settings: [],
    friends: [],
    invitations: [],
    groups: [],
    group_members: [],
    group_messages: [],
    notifications: [],
  };
  const bring = (person: string, touched: number) => brought(facts, person, touched);

  const readable = new Set<string>();
  for (const post of facts.posts.values()) {
    if (!mayReadPost(facts, reader, post)) continue;
    readable.add(post.id);
    rows.posts.push({
      id: post.id,
      author_id: post.author,
      content: post.content,
      photos: post.photos,
      visibility_type: post.audience,
      specific_user_ids: [...post.chosen].sort(),
      ...post.further,
      created_at: post.created,
      edited_at: post.edited,
      write_id: post.write,
    });
  }
  for (const comment of facts.comments.values()) {
    if (!readable.has(comment.post)) continue;
    readable.add(comment.id);
    rows.comments.push({
      id: comment.id,
      post_id: comment.post,
      author_id: comment.author,
      author_name: bring(comment.author, comment.touched),
      author_profile_image_url: null,
      content: comment.content,
      created_at: comment.created,
      edited_at: comment.edited,
      is_deleted: comment.deleted,
      write_id: comment.write,
    });
  }

  for (const group of facts.groups.values()) {
    const role = roleIn(facts, reader, group.id);
    if (role === null) continue;
    readable.add(group.id);
    rows.groups.push({
      id: group.id,
      name: group.name,
      description: group.description,
      emoji: group.emoji,
      founder_id: group.founder,
      created_at: group.created,
      write_id: group.write,
    });
  }
  for (const seat of facts.seats.values()) {
    if (!readable.has(seat.group)) continue;
    rows.group_members.push({
      id: `${seat.group}|${seat.member}`,
      group_id: seat.group,
      user_id: seat.member,
      user_name: facts.members.get(seat.member)?.name ?? '',
      user_profile_image_url: null,
      role: seat.role,
      joined_at: seat.created,
      write_id: seat.write,
    });
  }
  for (const message of facts.messages.values()) {
    if (!readable.has(message.group)) continue;
    readable.add(message.id);
    rows.group_messages.push({
      id: message.id,
      group_id: message.group,
      sender_id: message.sender,
      sender_name: bring(message.sender, message.touched),
      sender_profile_image_url: null,
      content: message.content,
      photos: message.photos,
      reply_to_id: message.replyTo,
      created_at: message.created,
      edited_at: message.edited,
      is_deleted: message.deleted,
      write_id: message.write,
    });
  }

  for (const reaction of facts.reactions.values()) {
    if (!readable.has(reaction.target)) continue;
    rows.reactions.push({
      id: reaction.id,
      target_type: reaction.on,
      target_id: reaction.target,
      user_id: reaction.by,
      emoji_code: reaction.emoji,
      user_name: bring(reaction.by, reaction.touched),
      user_profile_image: null,
      created_at: reaction.created,
      write_id: reaction.write,
    });
  }

  for (const member of facts.members.values()) {
    if (inNetwork(facts, reader, member.id)) {
      rows.profiles.push({
        id: member.id,
        name: member.name,
        bio: member.bio,
        location: member.location,
        interests: member.interests,
        profile_image_url: null,
        created_at: member.created,
        write_id: member.write,
      });
    }
    if (inCircle(facts, reader, member.id)) rows.contacts.push({ id: member.id, email: member.email });
  }
  for (const [id, friendship] of facts.friends) {
    const [user_id = '', friend_id = ''] = id.split('|');
    if (inCircle(facts, reader, user_id)) {
      rows.friends.push({ id, user_id, friend_id, created_at: friendship.created, write_id: friendship.write });
    }
  }
  for (const setting of facts.settings.values()) {
    if (setting.member !== reader) continue;
    const id = `${setting.member}|${setting.key}`;
    rows.settings.push({ id, user_id: reader, key: setting.key, value: setting.value, write_id: setting.write });
  }
  for (const invitation of facts.invitations.values()) {
    if (invitation.status === 'gone') continue;
    if (reader === invitation.inviter || reader === invitation.receiver) rows.invitations.push(friendInvitation(facts, invitation, reader));
  }
  for (const invitation of facts.groupInvitations.values()) {
    if (mayReadGroupInvitation(facts, invitation, reader)) rows.invitations.push(groupInvitation(facts, invitation));
  }
  for (const notice of facts.notices) {
    if (notice.to !== reader) continue;
    rows.notifications.push({
      id: notice.id,
      user_id: reader,
      notification_type: notice.type,
      is_read: notice.read,
      created_at: notice.created,
      related_user_id: notice.by,
      related_user_name: notice.by === null ? null : bring(notice.by, notice.touched),
      related_user_profile_image_url: null,
      related_post_id: notice.post,
      related_comment_id: notice.comment,
      related_group_id: notice.group,
      related_invitation_id: notice.invitation,
      emoji_code: notice.emoji,
      write_id: notice.write,
    });
  }
  return rows;
}

/**
 * The sender sees the address that they typed. They see the receiver only if they named that member, or once the invitation is accepted.
 * The receiver sees the inviter's address. Acceptance hides both addresses. While the invitation is pending, a new name of the other person
 * arrives at once.
 */
function friendInvitation(facts: Facts, invitation: InvitationFact, reader: string): ExpectedRow {
  const accepted = invitation.status === 'accepted';
  const sent = reader === invitation.inviter;
  const shown = !sent || invitation.byId || accepted ? invitation.receiver : null;
  const name = (person: string) => {
    const isCurrent = person !== reader && invitation.status === 'pending' && (person === invitation.inviter || invitation.byId);
    return isCurrent ? (facts.members.get(person)?.name ?? '') : brought(facts, person, invitation.touched);
  };
  return {
    id: invitation.id,
    kind: 'friend',
    inviter_id: invitation.inviter,
    inviter_name: name(invitation.inviter),
    // The sender also sees their own address.
    inviter_email: accepted && !sent ? null : (facts.members.get(invitation.inviter)?.email ?? ''),
    inviter_profile_image_url: null,
    invited_email: sent && !accepted ? invitation.email : null,
    receiver_user_id: shown,
    receiver_name: shown === null ? null : name(shown),
    receiver_profile_image_url: null,
    group_id: null,
    group_name: null,
    status: invitation.status,
    seat: sent || invitation.status !== 'pending' ? null : invitation.seatTaken ? 'taken' : 'free',
    waits_for_seat: invitation.status === 'pending' && invitation.waits,
    created_at: invitation.created,
    write_id: invitation.write,
  };
}

/**
 * A pending invitation is visible to the invitee and to members who may invite, a declined one only to the latter, an accepted one to
 * nobody.
 */
function mayReadGroupInvitation(facts: Facts, invitation: GroupInvitationFact, reader: string): boolean {
  const role = roleIn(facts, reader, invitation.group);
  const invites = role === 'owner' || role === 'admin';
  return invitation.status === 'pending' ? invites || reader === invitation.invitee : invitation.status === 'declined' && invites;
}

/** The names of people and of the group in this row are sent again whenever they change. */
function groupInvitation(facts: Facts, invitation: GroupInvitationFact): ExpectedRow {
  const group = facts.groups.get(invitation.group);
  const nameOf = (member: string) => facts.members.get(member)?.name ?? '';
  return {
    id: invitation.id,
    kind: 'group',
    inviter_id: invitation.inviter,
    inviter_name: nameOf(invitation.inviter),
    inviter_email: null,
    inviter_profile_image_url: null,
    invited_email: null,
    receiver_user_id: invitation.invitee,
    receiver_name: nameOf(invitation.invitee),
    receiver_profile_image_url: null,
    group_id: invitation.group,
    group_name: group?.name ?? '',
    status: invitation.status,
    seat: null,
    waits_for_seat: false,
    created_at: invitation.created,
    write_id: invitation.write,
  };
}
