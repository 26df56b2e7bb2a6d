import type { Call } from './call.ts';

type Subject = Pick<Call, 'type' | 'by' | 'group' | 'post_id' | 'comment_id' | 'count'>;

/** The path of the screen that a call opens. It begins with a slash. */
export function callAddress({ type, by, group, post_id: post, comment_id: comment, count }: Subject): string {
  const friend = by ? `/friends/${by.id}` : '/friends';
  switch (type) {
    case 'group_message':
      return group ? `/groups/${group.id}` : '/groups';
    case 'group_invitation':
      return '/groups';
    case 'friend_request_accepted':
      return friend;
    case 'friend_request_sent':
    case 'friend_request_declined':
      return '/friends';
    case 'post_created':
      // Several posts of a friend are on the friend's page.
      return count > 1 || !post ? friend : `/posts/${post}`;
    case 'post_commented':
    case 'comment_answered':
    case 'post_reaction':
    case 'comment_reaction':
      return post ? `/posts/${post}${comment ? `?comment=${comment}` : ''}` : '/posts';
    case 'asked':
      return '/settings';
    case 'summary':
      return '/notifications';
  }
}
