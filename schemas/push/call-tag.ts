import type { Call } from './call.ts';

/** What a newer call takes the place of an older one by: the same tag on a device shows one notice. */
export function callTag({
  type,
  by,
  group,
  post_id: post,
  comment_id: comment,
}: Pick<Call, 'type' | 'by' | 'group' | 'post_id' | 'comment_id'>): string {
  switch (type) {
    case 'group_message':
    case 'group_invitation':
      return `${type}|${group?.id ?? ''}`;
    case 'post_commented':
    case 'comment_answered':
    case 'post_reaction':
      return `${type}|${post ?? ''}`;
    case 'comment_reaction':
      return `${type}|${comment ?? ''}`;
    case 'post_created':
    case 'friend_request_sent':
    case 'friend_request_accepted':
    case 'friend_request_declined':
      return `${type}|${by?.id ?? ''}`;
    case 'asked':
    case 'summary':
      return type;
  }
}
