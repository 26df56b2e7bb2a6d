/** Which act a pushed change means, and its outcome. A change that means no act is refused. */
import type { Act, Code } from './act.ts';
import { type Audience, furtherTextsIn, type PhotoFact, type Role } from './facts.ts';
import { cancelInvitation, invite, respond, unfriend, waitForSeat } from './friend-acts.ts';
import {
  cancelGroupInvitation,
  createGroup,
  deleteGroup,
  editGroup,
  inviteToGroup,
  leaveGroup,
  removeMember,
  respondToGroup,
  setRole,
} from './group-acts.ts';
import { mayReadPost, roleIn } from './may-read.ts';
import { deleteMessage, editMessage, messageSeenBy, sendMessage } from './message-acts.ts';
import { deleteNotice, markRead, setSetting, settingFits, updateProfile } from './own-acts.ts';
import { samePhotos } from './photo-acts.ts';
import {
  addReaction,
  changePost,
  createComment,
  createPost,
  deleteComment,
  deletePost,
  editComment,
  removeReaction,
  type WrittenReaction,
} from './post-acts.ts';

export interface PushedChange {
  readonly collection: string;
  readonly assumed: readonly string[];
  readonly document: { readonly id: string; readonly write_id: string; readonly _deleted?: boolean } & Readonly<Record<string, unknown>>;
}

/** Whether the change was based on the server's current version. */
const knows = (change: PushedChange, write: unknown): boolean => change.assumed.includes(String(write));
const written = (write: { readonly value?: string | undefined } | string): string =>
  typeof write === 'string' ? write : (write.value ?? '');
const goneIsDone = (code: Code): Code => (code === 'NOT_FOUND' ? null : code);

export function carryOutPush(act: Act, change: PushedChange): Code {
  const { id, _deleted: deleted = false } = change.document;
  switch (change.collection) {
    case 'posts':
      return deleted ? deletePost(act, id) : writePost(act, change);
    case 'comments':
      return deleted ? 'UNKNOWN_WRITE' : writeComment(act, change);
    case 'reactions':
      return deleted ? removeReaction(act, id) : addReaction(act, reactionIn(change));
    case 'groups':
      return deleted ? deleteGroup(act, id) : writeGroup(act, change);
    case 'group_members':
      return writeSeat(act, change);
    case 'group_messages':
      return deleted ? 'UNKNOWN_WRITE' : writeMessage(act, change);
    case 'friends': {
      const [one = '', other = ''] = id.split('|');
      return deleted ? goneIsDone(unfriend(act, one, other)) : 'UNKNOWN_WRITE';
    }
    case 'invitations':
      return writeInvitation(act, change);
    case 'notifications':
      if (deleted) return goneIsDone(deleteNotice(act, id));
      return change.document.is_read ? goneIsDone(markRead(act, id)) : 'UNKNOWN_WRITE';
    case 'profiles':
      return deleted ? 'UNKNOWN_WRITE' : writeProfile(act, change);
    case 'settings':
      return deleted ? 'UNKNOWN_WRITE' : writeSetting(act, change);
    default:
      return 'UNKNOWN_WRITE';
  }
}

function writePost(act: Act, change: PushedChange): Code {
  const { document } = change;
  const held = act.facts.posts.get(document.id);
  const post = {
    id: document.id,
    author: String(document.author_id),
    content: String(document.content),
    photos: document.photos as readonly PhotoFact[],
    audience: document.visibility_type as Audience,
    chosen: [...new Set(document.specific_user_ids as string[])],
    further: furtherTextsIn(document, held?.further),
  };
  if (!held || !mayReadPost(act.facts, act.by, held)) return createPost(act, post);
  if (held.author === act.by && !knows(change, written(held.write))) return 'CONFLICT';
  return changePost(act, post);
}

function writeComment(act: Act, change: PushedChange): Code {
  const { document } = change;
  if (document.is_deleted) return deleteComment(act, document.id);
  const comment = {
    id: document.id,
    post: String(document.post_id),
    author: String(document.author_id),
    content: String(document.content),
  };
  const held = act.facts.comments.get(comment.id);
  const post = held && act.facts.posts.get(held.post);
  if (!held || !post || !mayReadPost(act.facts, act.by, post)) return createComment(act, comment);
  if (held.author === act.by && !held.deleted) {
    if (!knows(change, written(held.write))) return 'CONFLICT';
    if (held.content === comment.content) return null;
  }
  return editComment(act, comment.id, comment.content);
}

function reactionIn({ document }: PushedChange): WrittenReaction {
  return {
    id: document.id,
    on: document.target_type as WrittenReaction['on'],
    target: String(document.target_id),
    by: String(document.user_id),
    emoji: String(document.emoji_code),
  };
}

function writeInvitation(act: Act, { document }: PushedChange): Code {
  const { id, status, kind } = document;
  if (document._deleted) return act.facts.groupInvitations.has(id) ? cancelGroupInvitation(act, id) : cancelInvitation(act, id);
  if (status === 'accepted' || status === 'declined') return kind === 'group' ? respondToGroup(act, id, status) : respond(act, id, status);
  if (kind === 'friend' && document.waits_for_seat) return waitForSeat(act, id);
  const to = document.invited_email ? { email: String(document.invited_email) } : { member: String(document.receiver_user_id) };
  const inviter = String(document.inviter_id);
  return kind === 'group' ? inviteToGroup(act, { id, group: String(document.group_id), inviter, to }) : invite(act, id, inviter, to);
}

function writeGroup(act: Act, change: PushedChange): Code {
  const { id, name, description, founder_id } = change.document;
  const emoji = change.document.emoji as string | null | undefined;
  const group = { id, name: String(name), description: (description as string | null) || null, emoji, founder: String(founder_id) };
  const role = roleIn(act.facts, act.by, id);
  if (role === null) return createGroup(act, group);
  if (role === 'owner' && !knows(change, written(act.facts.groups.get(id)?.write ?? ''))) return 'CONFLICT';
  return editGroup(act, id, group.name, group.description, emoji);
}

function writeSeat(act: Act, change: PushedChange): Code {
  const { id, role, _deleted } = change.document;
  const [group = '', member = ''] = id.split('|');
  if (_deleted) {
    const code = member === act.by ? leaveGroup(act, group) : removeMember(act, group, member);
    // Already removed, so the request is fulfilled.
    return code === (member === act.by ? 'GROUP_NOT_FOUND' : 'USER_NOT_FOUND') ? null : code;
  }
  const own = roleIn(act.facts, act.by, group);
  const seat = own === null ? undefined : act.facts.seats.get(id);
  if (!seat) return 'UNKNOWN_WRITE';
  if (own === 'owner' && seat.role === role) return null;
  if (own === 'owner' && !knows(change, written(seat.write))) return 'CONFLICT';
  return setRole(act, group, member, role as Role);
}

function writeMessage(act: Act, change: PushedChange): Code {
  const { document } = change;
  const { id } = document;
  if (document.is_deleted) return deleteMessage(act, id);
  const message = {
    id,
    group: String(document.group_id),
    sender: String(document.sender_id),
    content: String(document.content),
    photos: document.photos as readonly PhotoFact[],
    replyTo: document.reply_to_id as string | null,
  };
  const held = messageSeenBy(act, id);
  if (!held) return sendMessage(act, message);
  if (held.sender === act.by && !held.deleted) {
    if (!knows(change, written(held.write))) return 'CONFLICT';
    if (held.group !== message.group || held.replyTo !== message.replyTo) return 'UNKNOWN_WRITE';
    if (held.content === message.content && samePhotos(held.photos, message.photos)) return null;
  }
  return editMessage(act, id, message.content, message.photos);
}

function writeProfile(act: Act, change: PushedChange): Code {
  const { id, name, bio, location, interests } = change.document;
  if (id !== act.by) return 'NOT_ONESELF';
  const held = act.facts.members.get(id);
  if (!held || !knows(change, written(held.write))) return 'CONFLICT';
  return updateProfile(act, {
    name: String(name),
    bio: String(bio),
    location: String(location),
    interests: interests as readonly string[],
  });
}

function writeSetting(act: Act, change: PushedChange): Code {
  const { id, user_id, key, value } = change.document;
  if (id !== `${user_id}|${key}`) return 'INVALID';
  if (user_id !== act.by) return 'NOT_ONESELF';
  const held = act.facts.settings.get(id);
  // These never conflict: settings about a group or a person, and the mark of read notifications. The later write counts. A setting for a
  // group without this member counts as done.
  if (String(key).includes('|') || key === 'notifications_read') {
    const code = setSetting(act, String(key), String(value));
    return code === 'GROUP_NOT_FOUND' ? null : code;
  }
  // An invalid setting is refused as invalid, whatever version it was based on.
  const unfit = settingFits(String(key), String(value));
  if (unfit) return unfit;
  if (held && !knows(change, written(held.write))) return 'CONFLICT';
  return setSetting(act, String(key), String(value));
}
