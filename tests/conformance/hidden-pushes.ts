/** Pushes about rows that the sender cannot see, with these ids in them. Each must be answered as if the row did not exist. */
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import type { UncheckedChange } from '../../sync-server/sync/push/push.ts';
import { changeOf } from './abuse-cases.ts';
import type { AbuseCast } from './abuse-cast.ts';

/** Ids of rows: all hidden, or all unused. */
export interface Ids {
  readonly post: string;
  readonly comment: string;
  readonly member: string;
  readonly other: string;
  readonly invitation: string;
  readonly notification: string;
  readonly group: string;
  readonly message: string;
  readonly groupInvitation: string;
}

/** Pushes by name; `fresh` makes the id of a new row. */
export function hiddenPushes({ circle, people, groups }: AbuseCast, ids: Ids, fresh: () => string): [string, UncheckedChange][] {
  const { mal } = people;
  const emoji_code = '👍';
  const react = (target_type: 'post' | 'comment' | 'message', target_id: string) =>
    changeOf('reactions', circle.reactionDocument(mal, target_type, target_id));
  const foreignReaction = { target_id: ids.post, user_id: ids.member, emoji_code };
  const invitation = { id: ids.invitation, kind: 'friend', inviter_id: ids.member, invited_email: null, receiver_user_id: mal.id };
  return [
    ['delete a post', changeOf('posts', { id: ids.post, _deleted: true })],
    ['comment on a post', changeOf('comments', { ...circle.commentDocument(mal, ids.post), id: fresh() })],
    [
      'write a comment of another',
      changeOf('comments', { ...circle.commentDocument(mal, ids.post), id: ids.comment, author_id: ids.member }),
    ],
    ['edit a comment', changeOf('comments', { ...circle.commentDocument(mal, ids.post), id: ids.comment })],
    ['delete a comment', changeOf('comments', { id: ids.comment, is_deleted: true })],
    ['remove a comment', changeOf('comments', { id: ids.comment, _deleted: true })],
    ['react to a post', react('post', ids.post)],
    ['react to a comment', react('comment', ids.comment)],
    ['react to a post as a comment', react('comment', ids.post)],
    [
      'take back a reaction',
      changeOf('reactions', { id: reactionId({ target_id: ids.post, user_id: mal.id, emoji_code }), _deleted: true }),
    ],
    ["take back another's reaction", changeOf('reactions', { id: reactionId(foreignReaction), _deleted: true })],
    ['change a profile', changeOf('profiles', { id: ids.member, name: 'x', bio: '', location: '', interests: [] })],
    ['delete a profile', changeOf('profiles', { id: ids.member, _deleted: true })],
    ['change an address', changeOf('contacts', { id: ids.member, email: 'x@kith.test' })],
    ['change a setting', changeOf('settings', { id: `${ids.member}|theme`, user_id: ids.member, key: 'theme', value: 'light' })],
    ['unfriend a stranger', changeOf('friends', { id: `${mal.id}|${ids.member}`, _deleted: true })],
    ['end a friendship of others', changeOf('friends', { id: `${ids.member}|${ids.other}`, _deleted: true })],
    ['make a friendship', changeOf('friends', { id: `${mal.id}|${ids.member}`, user_id: mal.id, friend_id: ids.member })],
    ['accept an invitation', changeOf('invitations', { ...invitation, status: 'accepted' })],
    ['decline an invitation', changeOf('invitations', { ...invitation, status: 'declined' })],
    ['cancel an invitation', changeOf('invitations', { id: ids.invitation, _deleted: true })],
    [
      'choose who reads',
      changeOf('posts', { ...circle.postDocument(mal), id: fresh(), visibility_type: 'specific', specific_user_ids: [ids.member] }),
    ],
    ['react to a message', react('message', ids.message)],
    ['react to a message as a comment', react('comment', ids.message)],
    ['delete a group', changeOf('groups', { id: ids.group, _deleted: true })],
    ['leave a group', changeOf('group_members', { id: groupMemberId(ids.group, mal.id), _deleted: true })],
    ['remove a member', changeOf('group_members', { id: groupMemberId(ids.group, ids.member), _deleted: true })],
    ['make oneself a member', changeOf('group_members', { id: groupMemberId(ids.group, mal.id), role: 'member' })],
    ['make oneself the owner', changeOf('group_members', { id: groupMemberId(ids.group, ids.member), role: 'owner' })],
    ['write into a group', changeOf('group_messages', { ...circle.messageDocument(mal, ids.group), id: fresh() })],
    ['reply in a group', changeOf('group_messages', { ...circle.messageDocument(mal, ids.group, 'x', ids.message), id: fresh() })],
    [
      'reply with what is hidden',
      changeOf('group_messages', { ...circle.messageDocument(mal, groups.ours, 'x', ids.message), id: fresh() }),
    ],
    ['edit a message', changeOf('group_messages', { ...circle.messageDocument(mal, ids.group), id: ids.message })],
    ['delete a message', changeOf('group_messages', { id: ids.message, is_deleted: true })],
    [
      'invite into a group',
      changeOf('invitations', { ...circle.groupInvitationDocument(mal, ids.group, { member: people.ben.id }), id: fresh() }),
    ],
    [
      "invite who is none of one's friends",
      changeOf('invitations', { ...circle.groupInvitationDocument(mal, groups.own, { member: ids.member }), id: fresh() }),
    ],
    ['accept an invitation into a group', changeOf('invitations', { id: ids.groupInvitation, kind: 'group', status: 'accepted' })],
    ['take a group for a friend', changeOf('invitations', { id: ids.groupInvitation, kind: 'friend', status: 'accepted' })],
    ['cancel an invitation into a group', changeOf('invitations', { id: ids.groupInvitation, _deleted: true })],
    ['mark as read', changeOf('notifications', { id: ids.notification, is_read: true })],
    ['delete a notification', changeOf('notifications', { id: ids.notification, _deleted: true })],
  ];
}
