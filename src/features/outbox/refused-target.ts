import { REPORTED } from '../../../schemas/reports/reported-key.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { mentionedAs } from '../../text/photos.ts';

const withWrite = (path: string, refused: Refused): string => `${path}?refused=${encodeURIComponent(refused.write_id)}`;

/** Whether it is an answer to a received invitation. The address in such a row was typed by its sender. */
export const isAnswer = ({ collection, document }: Refused): boolean => collection === 'invitations' && document.status !== 'pending';

/** Whether it is a report. The words added to a report are its text. */
export const isReport = ({ collection, document: { key } }: Pick<Refused, 'collection' | 'document'>): boolean =>
  collection === 'settings' && typeof key === 'string' && key.startsWith(REPORTED);

/** The typed text of a refused write, or how many photos it has; undefined if there is nothing to save. */
export function refusedText(refused: Refused): string | undefined {
  const { _deleted, is_deleted, content, photos, invited_email, bio, name, value } = refused.document;
  if (_deleted || is_deleted || isAnswer(refused)) return undefined;
  const texts =
    refused.collection === 'profiles'
      ? [bio, name]
      : refused.collection === 'invitations'
        ? [invited_email]
        : isReport(refused)
          ? [value]
          : [Array.isArray(photos) && content === '' ? mentionedAs({ content, photos }) : content];
  const text = texts.find((one) => one !== '');
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The page to rewrite a refused write with its text; undefined if it can only be discarded. */
export async function refusedTarget(store: LocalStore, refused: Refused): Promise<string | undefined> {
  if (refusedText(refused) === undefined) return undefined;
  const { id, post_id, inviter_id, group_id } = refused.document;
  switch (refused.collection) {
    case 'posts': {
      const stored = await store.collections.posts.findOne(id).exec();
      return withWrite(stored ? `/posts/${id}/edit` : '/posts/create', refused);
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
      // The chat shows the message in its place, with a button to send it again.
      const group = typeof group_id === 'string' ? await store.collections.groups.findOne(group_id).exec() : null;
      return group ? `/groups/${group.id}` : undefined;
    }
    default:
      return undefined;
  }
}
