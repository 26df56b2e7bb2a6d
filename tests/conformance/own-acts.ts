/**
 * An example of each act that Mal may do. The abuse cases are made from these. The server sets every field outside `chosen` and ignores it
 * in a push.
 */
import { v7 as uuid } from 'uuid';
import { comment as commentEntity } from '../../schemas/comments/comment.ts';
import { group as groupEntity, groupMember } from '../../schemas/groups/group.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { groupMessage } from '../../schemas/messages/group-message.ts';
import { blankPost, post as postEntity } from '../../schemas/posts/post.ts';
import { profile as profileEntity } from '../../schemas/profiles/profile.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { AbuseCast } from './abuse-cast.ts';

export type Document = { readonly id: string } & Record<string, unknown>;

export interface OwnAct {
  readonly name: string;
  readonly collection: CollectionName;
  /** the fields that this act lets the member choose */
  readonly chosen: readonly string[];
  /** whether the act makes a row with a new id */
  readonly makes?: boolean;
  /** fields of other acts, or chosen when the row was made: another value in this one is ignored or refused */
  readonly settled?: readonly string[];
  /** fields of the server that this act changes, and what they become */
  readonly becomes?: Readonly<Record<string, unknown>>;
  /** a document that would be accepted; a new one each time, where the act can be done only once */
  document(): Promise<Document>;
}

const day = '2026-01-01T00:00:00.000Z';

export function ownActs({ circle, people, own, seen, invitations, groups, messages }: AbuseCast): OwnAct[] {
  const { mal, ben, eli, guy } = people;
  const post = {
    ...blankPost,
    author_id: mal.id,
    content: 'a post',
    created_at: day,
    edited_at: null,
  };
  const comment = {
    post_id: seen.post,
    author_id: mal.id,
    author_name: 'Mal',
    author_profile_image_url: null,
    content: 'a comment',
    created_at: day,
    edited_at: null,
    is_deleted: false,
  };
  const invitation = {
    inviter_name: 'Mal',
    inviter_email: null,
    inviter_profile_image_url: null,
    receiver_name: null,
    receiver_profile_image_url: null,
    group_name: null,
    created_at: day,
  };
  const message = { photos: [], sender_name: 'Mal', sender_profile_image_url: null, created_at: day, edited_at: null };
  const messageFields = [...Object.keys(groupMessage.creation.shape), 'is_deleted'];
  const again = () => `again ${uuid()}`;
  const heldBy = async (collection: CollectionName, id: string): Promise<Document> => {
    const held = await circle.visibleRow(mal, collection, id);
    if (!held) throw new Error(`Mal does not hold ${collection} ${id}`);
    return held;
  };
  const postFields: string[] = Object.keys(postEntity.creation.shape);
  const commentFields = [...Object.keys(commentEntity.creation.shape), 'is_deleted'];
  const emoji = ['👍', '🎉', '🔥', '😂', '🙏', '👏', '😮', '😢', '🤗', '😍', '🤔', '💪', '🥳', '😡'];
  let taken = 0;
  const nextEmoji = async () => {
    // All emoji are used: begin again.
    if (taken === emoji.length) {
      for (const code of emoji) await circle.push(mal, 'reactions', { id: `${seen.comment}|${mal.id}|${code}`, _deleted: true });
      taken = 0;
    }
    taken += 1;
    return emoji[taken - 1] ?? '';
  };

  return [
    { name: 'write a post', makes: true, collection: 'posts', chosen: postFields, document: async () => ({ id: uuid(), ...post }) },
    {
      name: 'edit a post',
      collection: 'posts',
      chosen: postFields.filter((field) => field !== 'author_id'),
      settled: ['author_id'],
      document: async () => ({ ...(await heldBy('posts', own.post)), content: again() }),
    },
    {
      name: 'choose people',
      makes: true,
      collection: 'posts',
      chosen: postFields,
      document: async () => ({ id: uuid(), ...post, visibility_type: 'specific', specific_user_ids: [ben.id] }),
    },
    {
      name: 'write a comment',
      makes: true,
      collection: 'comments',
      chosen: commentFields,
      document: async () => ({ id: uuid(), ...comment }),
    },
    {
      name: 'edit a comment',
      collection: 'comments',
      chosen: ['id', 'content', 'is_deleted'],
      settled: ['author_id', 'post_id'],
      document: async () => ({ ...(await heldBy('comments', own.comment)), content: again() }),
    },
    {
      name: 'react',
      collection: 'reactions',
      chosen: ['id', 'target_type', 'target_id', 'user_id', 'emoji_code'],
      document: async () => ({
        ...circle.reactionDocument(mal, 'comment', seen.comment, await nextEmoji()),
        user_name: 'Mal',
        user_profile_image: null,
        created_at: day,
      }),
    },
    {
      name: 'change the profile',
      collection: 'profiles',
      chosen: Object.keys(profileEntity.change.shape),
      document: async () => ({ ...(await heldBy('profiles', mal.id)), bio: again() }),
    },
    {
      name: 'choose a theme',
      collection: 'settings',
      chosen: ['id', 'user_id', 'key', 'value'],
      document: async () => ({ ...(await heldBy('settings', `${mal.id}|theme`)), value: 'light' }),
    },
    {
      name: 'invite by address',
      makes: true,
      collection: 'invitations',
      chosen: ['id', 'kind', 'inviter_id', 'invited_email', 'receiver_user_id', 'status', 'group_id'],
      settled: ['waits_for_seat'],
      document: async () => ({
        ...invitation,
        ...circle.invitationDocument(mal, { email: `${uuid()}@kith.test` }),
      }),
    },
    {
      name: 'mark as read',
      collection: 'notifications',
      chosen: ['id', 'is_read'],
      document: async () => {
        // A new notification each time, because a read one needs no mark.
        const comment = await circle.comment(ben, own.post, 'to be read');
        const rows = await circle.database.read(
          (tx) => tx<{ id: string }[]>`select id from notifications where user_id = ${mal.id} and related_comment_id = ${comment}`,
        );
        return { ...(await heldBy('notifications', rows[0]?.id ?? '')), is_read: true };
      },
    },
    {
      name: 'answer an invitation',
      collection: 'invitations',
      chosen: ['id', 'kind', 'status'],
      settled: ['waits_for_seat'],
      becomes: { seat: null },
      document: async () => {
        const sent = await circle.invite(eli, { member: mal.id }).catch(() => invitations.received);
        return { ...(await heldBy('invitations', sent)), status: 'declined' };
      },
    },
    {
      name: 'found a group',
      makes: true,
      collection: 'groups',
      chosen: Object.keys(groupEntity.creation.shape),
      document: async () => ({ ...circle.groupDocument(mal), emoji: '🥾' }),
    },
    {
      name: 'rename a group',
      collection: 'groups',
      chosen: ['id', ...groupEntity.fields.text],
      settled: ['founder_id'],
      document: async () => ({ ...(await heldBy('groups', groups.own)), name: again() }),
    },
    {
      name: 'invite into a group',
      makes: true,
      collection: 'invitations',
      chosen: ['id', 'kind', 'inviter_id', 'invited_email', 'receiver_user_id', 'status', 'group_id'],
      settled: ['waits_for_seat'],
      document: async () => ({
        ...invitation,
        ...circle.groupInvitationDocument(mal, (await circle.done(mal, 'groups', circle.groupDocument(mal))).id, { member: guy.id }),
      }),
    },
    {
      name: 'set a role',
      collection: 'group_members',
      chosen: ['id', ...groupMember.fields.text],
      settled: ['group_id', 'user_id'],
      document: async () => {
        const held = await heldBy('group_members', groupMemberId(groups.own, ben.id));
        return { ...held, role: held.role === 'admin' ? 'member' : 'admin' };
      },
    },
    {
      name: 'send a message',
      makes: true,
      collection: 'group_messages',
      chosen: messageFields,
      document: async () => ({ ...message, ...circle.messageDocument(mal, groups.ours, 'a message', messages.seen) }),
    },
    {
      name: 'edit a message',
      collection: 'group_messages',
      chosen: ['id', ...groupMessage.fields.text, 'is_deleted'],
      settled: ['group_id', 'sender_id', 'reply_to_id'],
      document: async () => ({ ...(await heldBy('group_messages', messages.own)), content: again() }),
    },
  ];
}
