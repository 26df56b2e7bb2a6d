/**
 * The channels of the API: `posts`, `notifications`, `comments:{post_id}` and `group_messages:{group_id}`. Each returns its entities by the
 * same views as REST.
 */
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { refusalError } from '../../http/errors/refusal-error.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import type { Channel, Showing, Shown } from '../../sync/channels/channel.ts';
import { commentViews } from '../comments/comment-views.ts';
import { messageViews } from '../messages/message-views.ts';
import { notificationViews } from '../notifications/notification-views.ts';
import { postViews } from '../posts/post-views.ts';

/** The id of a reaction begins with the id of its target. */
const reactions: Shown = {
  collection: 'reactions',
  ownersOf: async (_tx, ids) => ids.map((id) => ({ shown: id, owner: id.slice(0, id.indexOf('|')) })),
};

/** Posts show how many comments they have. A deleted account deletes its comments for good, and records their posts instead. */
const commentsOfPosts: Shown = {
  collection: 'comments',
  ownersOf: (tx, ids) => tx<Showing[]>`
    select id::text as shown, post_id::text as owner from post_comments where id = any (${[...ids]}::uuid[])`,
};

/** Messages show the text of the message that they reply to. */
const quotedMessages: Shown = {
  collection: 'group_messages',
  ownersOf: (tx, ids, { limit }) => tx<Showing[]>`
    select reply_to_id::text as shown, id::text as owner from group_messages where reply_to_id = any (${[...ids]}::uuid[]) limit ${limit}`,
};

/** Notifications show the text of the post that they are about. The log of the post's readers says that it changed. */
const postsOfNotifications: Shown = {
  collection: 'posts',
  kinds: ['friends', 'network', 'pair'],
  ownersOf: (tx, ids, { viewer, limit }) => tx<Showing[]>`
    select related_post_id::text as shown, id::text as owner from notifications
    where related_post_id = any (${[...ids]}::uuid[]) and user_id = ${viewer} limit ${limit}`,
};

/** @throws HttpError 404 if there is no channel of this name */
export function channelOf(deps: FeatureDeps, name: string): Channel {
  const { kind, parent } = /^(?<kind>[a-z_]+)(?::(?<parent>.*))?$/s.exec(name)?.groups ?? {};
  if (parent === undefined && kind === 'posts') return postsChannel(deps);
  if (parent === undefined && kind === 'notifications') return notificationsChannel(deps);
  if (parent !== undefined && kind === 'comments') return commentsChannel(deps, parent);
  if (parent !== undefined && kind === 'group_messages') return messagesChannel(deps, parent);
  throw refusalError('NOT_FOUND');
}

const postsChannel = ({ engine }: FeatureDeps): Channel => ({
  name: 'posts',
  collection: 'posts',
  kinds: ['self', 'friends', 'network', 'pair'],
  views: (tx, viewer, ids) => postViews({ engine, tx, viewer }, ids),
  shown: [reactions, commentsOfPosts],
});

const notificationsChannel = ({ engine }: FeatureDeps): Channel => ({
  name: 'notifications',
  collection: 'notifications',
  kinds: ['self'],
  views: (tx, viewer, ids) => notificationViews({ engine, tx, viewer }, ids),
  shown: [postsOfNotifications],
});

function commentsChannel({ engine }: FeatureDeps, parent: string): Channel {
  const post = uuidSchema.safeParse(parent.toLowerCase());
  if (!post.success) throw refusalError('POST_NOT_FOUND');
  return {
    name: `comments:${post.data}`,
    collection: 'comments',
    parent: { collection: 'posts', id: post.data, refusal: 'POST_NOT_FOUND' },
    kinds: [],
    views: (tx, viewer, ids) => commentViews({ engine, tx, viewer }, ids),
    async foreign(tx, ids) {
      const rows = await tx<{ id: string }[]>`select id from post_comments where id = any(${[...ids]}::uuid[]) and post_id <> ${post.data}`;
      return rows.map((row) => row.id);
    },
    shown: [reactions],
  };
}

function messagesChannel({ engine }: FeatureDeps, parent: string): Channel {
  const group = uuidSchema.safeParse(parent.toLowerCase());
  if (!group.success) throw refusalError('GROUP_NOT_FOUND');
  return {
    name: `group_messages:${group.data}`,
    collection: 'group_messages',
    parent: { collection: 'groups', id: group.data, refusal: 'GROUP_NOT_FOUND' },
    kinds: [],
    views: (tx, viewer, ids) => messageViews({ engine, tx, viewer }, ids),
    shown: [reactions, quotedMessages],
  };
}
