/**
 * The channels of the API: `posts`, `notifications`, `comments:{post_id}` and `group_messages:{group_id}`. Each returns its entities by the
 * same views as REST.
 */
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { refusalError } from '../../http/refusal-error.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import type { Channel } from '../../sync/channel.ts';
import { commentViews } from '../comments/comment-views.ts';
import { messageViews } from '../messages/message-views.ts';
import { notificationViews } from '../notifications/notification-views.ts';
import { postViews } from '../posts/post-views.ts';

/** The id of a reaction begins with the id of its target. */
const reactions: Channel['shown'][number] = {
  collection: 'reactions',
  ownersOf: async (_tx, ids) => new Map(ids.map((id) => [id, id.slice(0, id.indexOf('|'))])),
};

/** Posts show how many comments they have. */
const commentsOfPosts: Channel['shown'][number] = {
  collection: 'comments',
  async ownersOf(tx: Tx, ids) {
    const rows = await tx<{ id: string; post_id: string }[]>`select id, post_id from post_comments where id = any(${[...ids]}::uuid[])`;
    return new Map(rows.map((row) => [row.id, row.post_id]));
  },
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

const postsChannel = (deps: FeatureDeps): Channel => ({
  name: 'posts',
  collection: 'posts',
  kinds: ['self', 'friends', 'network', 'pair'],
  views: (tx, viewer, ids) => postViews(deps, tx, viewer, ids),
  shown: [reactions, commentsOfPosts],
});

const notificationsChannel = (deps: FeatureDeps): Channel => ({
  name: 'notifications',
  collection: 'notifications',
  kinds: ['self'],
  views: (tx, viewer, ids) => notificationViews(deps, tx, viewer, ids),
  shown: [],
});

function commentsChannel(deps: FeatureDeps, parent: string): Channel {
  const post = uuidSchema.safeParse(parent.toLowerCase());
  if (!post.success) throw refusalError('POST_NOT_FOUND');
  return {
    name: `comments:${post.data}`,
    collection: 'comments',
    parent: { collection: 'posts', id: post.data, refusal: 'POST_NOT_FOUND' },
    kinds: [],
    views: (tx, viewer, ids) => commentViews(deps, tx, viewer, ids),
    async foreign(tx, ids) {
      const rows = await tx<{ id: string }[]>`select id from post_comments where id = any(${[...ids]}::uuid[]) and post_id <> ${post.data}`;
      return rows.map((row) => row.id);
    },
    shown: [reactions],
  };
}

function messagesChannel(deps: FeatureDeps, parent: string): Channel {
  const group = uuidSchema.safeParse(parent.toLowerCase());
  if (!group.success) throw refusalError('GROUP_NOT_FOUND');
  return {
    name: `group_messages:${group.data}`,
    collection: 'group_messages',
    parent: { collection: 'groups', id: group.data, refusal: 'GROUP_NOT_FOUND' },
    kinds: [],
    views: (tx, viewer, ids) => messageViews(deps, tx, viewer, ids),
    shown: [reactions],
  };
}
