import { REPORTED } from '../../../schemas/reports/report.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { LocalStore } from '../../data/local-store.tsx';

const withWrite = (path: string, refused: Refused): string => `${path}?refused=${encodeURIComponent(refused.write_id)}`;

/** An invitation that one received and answered. The address on it is what its sender typed. */
export const isAnswer = ({ collection, document }: Refused): boolean => collection === 'invitations' && document.status !== 'pending';

/** Something was reported; what was added to it is its text. */
export const isReport = ({ collection, document: { key } }: Pick<Refused, 'collection' | 'document'>): boolean =>
  collection === 'settings' && typeof key === 'string' && key.startsWith(REPORTED);

/** What of a refused write is text that somebody typed; undefined where there is none to save. */
export function refusedText(refused: Refused): string | undefined {
  const { _deleted, is_deleted, content, invited_email, bio, name, value } = refused.document;
  if (_deleted || is_deleted || isAnswer(refused)) return undefined;
  const texts =
    refused.collection === 'profiles'
      ? [bio, name]
      : refused.collection === 'invitations'
        ? [invited_email]
        : isReport(refused)
          ? [value]
          : [content];
  const text = texts.find((one) => one !== '');
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Where a refused write can be written anew, with what was typed; undefined where only letting go is left. */
export async function refusedTarget(store: LocalStore, refused: Refused): Promise<string | undefined> {
  if (refusedText(refused) === undefined) return undefined;
  const { id, post_id, inviter_id, group_id } = refused.document;
  switch (refused.collection) {
    case 'posts': {
      const held = await store.collections.posts.findOne(id).exec();
      return withWrite(held ? `/posts/${id}/edit` : '/posts/create', refused);
    }
    case 'comments': {
      const post = typeof post_id === 'string' ? await store.collections.posts.findOne(post_id).exec() : null;
      return post ? withWrite(`/posts/${post.id}`, refused) : undefined;
    }
    case 'invitations':
      return inviter_id === store.userId ? withWrite('/friends', refused) : undefined;
    case 'profiles':
      return withWrite('/settings', refused);
    case 'group_messages': {
      // The chat shows it in its place, with a way to send it again.
      const group = typeof group_id === 'string' ? await store.collections.groups.findOne(group_id).exec() : null;
      return group ? `/groups/${group.id}` : undefined;
    }
    default:
      return undefined;
  }
}
