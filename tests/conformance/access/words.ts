/**
 * The words of the access matrix: the caller, the outcome, and the state of the thing. "Them" is always Ana, whose posts, profile,
 * notifications and messages are requested. The group is one in which she is a plain member.
 */

export const relations = [
  'visitor',
  'expired session',
  'revoked session',
  'oneself',
  'friend',
  'friend of friend',
  'third degree',
  'stranger',
  'ex-friend',
  'blocked by them',
  'blocker of them',
  'invited by them',
  'inviter of them',
  'group owner',
  'group admin',
  'group member',
  'invited to the group',
  'declined the group',
  'removed from the group',
  'left the group',
] as const;
export type Relation = (typeof relations)[number];

/**
 * - `signed out`: the answer to sign in, whatever exists
 * - `missing`: the same answer as for a thing that never existed, and no effect
 * - `forbidden`: the member sees the thing, but may not do this
 * - `conflict`: the member may do this, but not in the thing's current state
 * - `invalid`: a request that nobody may send
 * - `done`, or `no change` where the requested state is the current one
 * - the others say how much of the thing is shown
 */
export type Outcome =
  | 'signed out'
  | 'missing'
  | 'forbidden'
  | 'conflict'
  | 'invalid'
  | 'done'
  | 'no change'
  | 'with address'
  | 'whole'
  | 'name alone'
  | 'without the list';

const audiences = ['private', 'friends', 'friends of friends', 'public', 'specific naming the reader', 'specific naming another'] as const;
export type Audience = (typeof audiences)[number];

const lives = ['live', 'deleted'] as const;

export type PostState = `${Audience}, ${(typeof lives)[number]}`;
export const postStates: readonly PostState[] = audiences.flatMap((audience) => lives.map((life): PostState => `${audience}, ${life}`));

/** Who wrote the comment, whether it is deleted, and the audience of its post. */
export const commentStates = [
  'own, live, friends',
  'own, deleted, friends',
  'own, live, friends of friends',
  'own, deleted, friends of friends',
  'own, live, a deleted post',
  'of another, live, friends',
  'of another, deleted, friends',
  'of another, live, friends of friends',
  'of another, deleted, friends of friends',
  'of another, live, a deleted post',
] as const;
export type CommentState = (typeof commentStates)[number];

/** Sent by them to `invited by them`; the accepted one to `friend`. */
export const invitationStates = ['pending', 'accepted', 'declined', 'cancelled'] as const;
export type InvitationState = (typeof invitationStates)[number];

export const groupStates = ['live', 'deleted'] as const;
export type GroupState = (typeof groupStates)[number];

/** Written by them or by the plain member; in the group, or in a deleted one. */
export const messageStates = ['of them, live', 'of them, deleted', 'of the member, live', 'in a deleted group'] as const;
export type MessageState = (typeof messageStates)[number];

/** Sent by the owner; pending to `invited to the group`, declined by `declined the group`, accepted by `group member`. */
export const groupInvitationStates = ['pending', 'accepted', 'declined', 'cancelled'] as const;
export type GroupInvitationState = (typeof groupInvitationStates)[number];

export const noticeStates = ['unread', 'read', 'deleted'] as const;
export type NoticeState = (typeof noticeStates)[number];

/** Whether the profile still names the image. */
export const imageStates = ['named', 'replaced'] as const;
export type ImageState = (typeof imageStates)[number];

/** A person has no states. */
export const personStates = ['as they are'] as const;

/** What an operation does, whichever way it is requested. */
export type PostReading = 'read a post' | 'read its list of readers';
export type PostWriting = 'edit a post' | 'change its audience' | 'delete a post' | 'comment on a post' | 'react to a post';
export type CommentAct = 'read a comment' | 'read reactions to it' | 'edit a comment' | 'delete a comment' | 'react to a comment';
export type PersonAct =
  | 'read the profile'
  | 'hold the profile'
  | 'read the page of a friend'
  | 'find among friends'
  | 'find in the network'
  | 'ask for the relationship'
  | 'ask for their friends'
  | 'hold their address'
  | 'hold a friendship of theirs'
  | 'hold a setting of theirs'
  | 'change the profile'
  | 'change a setting of theirs'
  | 'unfriend'
  | 'end a friendship of theirs'
  | 'invite by id'
  | 'invite by address'
  | 'block'
  | 'be chosen as a reader'
  | 'be invited into their group';
export type InvitationAct =
  | 'list as sent'
  | 'list as received'
  | 'hold an invitation'
  | 'answer an invitation'
  | 'wait for a seat'
  | 'send an invitation again'
  | 'take back an invitation';
export type GroupAct =
  | 'read a group'
  | 'read its open invitations'
  | 'edit a group'
  | 'delete a group'
  | 'leave a group'
  | 'remove oneself'
  | 'remove a member'
  | 'set a role'
  | 'hand a group over'
  | 'invite into a group'
  | 'write into a group';
export type GroupInvitationAct =
  | 'list as received'
  | 'list in the group'
  | 'hold an invitation'
  | 'answer an invitation'
  | 'take back an invitation';
export type MessageAct =
  | 'read a message'
  | 'read reactions to it'
  | 'edit a message'
  | 'delete a message'
  | 'react to a message'
  | 'reply to a message';
export type NoticeAct = 'read a notification' | 'mark as read' | 'delete a notification';
export type ImageAct = 'read an image' | 'replace an image';
