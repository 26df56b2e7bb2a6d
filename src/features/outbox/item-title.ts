import { comment } from '../../../schemas/comments/comment.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { post } from '../../../schemas/posts/post.ts';
import { profile } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { REPORTED } from '../../../schemas/reports/reported-key.ts';
import type { StoredDraft } from '../../data/store/draft-store.ts';
import { isTyped } from '../../data/store/draft-text.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { draftTitle, notificationsMarked, titleApart, withSubject, writeWords } from '../../text/outbox.ts';
import { photoGridText } from '../../text/photos.ts';
import { reportText } from '../../text/reports.ts';
import { titleOf } from '../../ui/preview.ts';
import { usePeople } from '../people/use-people.ts';
import type { DraftTarget } from './draft-target.ts';
import type { OutboxItem } from './outbox-items.ts';

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What a write is about, if it is known. */
export interface TitleSubjects {
  readonly post?: { readonly content: string } | null | undefined;
  readonly group?: { readonly name: string } | null | undefined;
  readonly nameOf: (userId: string) => string;
}

/** The title of a write, with its subject: 'Comment on “Soup at seven”'. */
export function itemTitle({ collection, act, row }: Pick<OutboxItem, 'collection' | 'act' | 'row'>, subjects: TitleSubjects): string {
  const { post: above, group, nameOf } = subjects;
  const words = writeWords[collection][act];
  if (above) return withSubject(words, 'on', titleOf(above.content));
  if (collection === 'settings' && word(row.key)?.startsWith(REPORTED)) return reportText.report;
  if (collection === 'settings' && row.key === settingKey.notificationsRead) return notificationsMarked;
  if (collection === 'group_messages' && group) return withSubject(words, 'in', group.name);
  if (collection === 'groups' && word(row.name)) return `${words}: ${word(row.name)}`;
  if (collection === 'reactions' && word(row.emoji_code)) return `${words}: ${word(row.emoji_code)}`;
  if (collection === 'friends' && word(row.friend_id)) return `${words}: ${nameOf(String(row.friend_id))}`;
  if (collection === 'invitations' && act === 'added') {
    const to = word(row.invited_email) ?? (word(row.receiver_user_id) && nameOf(String(row.receiver_user_id)));
    if (to) return withSubject(words, 'to', to);
  }
  if (collection === 'invitations' && act === 'changed' && word(row.status)) return `${words}: ${word(row.status)}`;
  return words;
}

/** The same title, with the rows on this device. */
export function useItemTitle(item: Pick<OutboxItem, 'collection' | 'act' | 'row'>): string {
  const { collection, row } = item;
  const above = useLiveDocument('posts', collection === 'comments' ? word(row.post_id) : undefined).row;
  const group = useLiveDocument('groups', word(row.group_id)).row;
  const personOf = usePeople();
  return itemTitle(item, { post: above, group, nameOf: (userId) => personOf(userId).name });
}

/** Whether the form of a draft has a newer draft in this list. */
export const isAnother = (drafts: readonly StoredDraft[], at: number): boolean =>
  drafts.findIndex(({ key }) => key === drafts[at]?.key) < at;

/** The title of a draft, with its subject. If its form has a newer draft, it says that this is another text. */
export function draftTitleAt(
  { kind }: DraftTarget,
  { post: above, group }: Pick<TitleSubjects, 'post' | 'group'>,
  another: boolean,
): string {
  const words = draftTitle(kind);
  let title = words;
  if (above && kind === 'comment') title = withSubject(words, 'on', titleOf(above.content));
  else if (group) title = withSubject(words, kind === 'message' ? 'in' : 'to', group.name);
  return another ? titleApart(title) : title;
}

const typed: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  posts: post.fields.text,
  comments: comment.fields.text,
  group_messages: groupMessage.fields.text,
  profiles: profile.fields.text,
  groups: ['description'],
};

/** The typed text, unless the title contains it already. */
export function itemText({ collection, act, row }: Pick<OutboxItem, 'collection' | 'act' | 'row'>): string | undefined {
  if (act === 'deleted') return undefined;
  const fields = typed[collection]?.filter(isTyped) ?? [];
  const texts = fields.flatMap((field) => row[field]).filter(word);
  const photos = Array.isArray(row.photos) ? row.photos.length : 0;
  return word([...texts, ...(photos > 0 ? [photoGridText.photos(photos)] : [])].join('\n'));
}

/** The page where a pending write can be viewed or edited. */
export function itemTarget({
  collection,
  act,
  row,
}: Pick<OutboxItem, 'collection' | 'act' | 'row'>): { readonly to: string; readonly edits: boolean } | undefined {
  if (collection === 'posts' && act !== 'deleted') return { to: `/posts/${row.id}/edit`, edits: true };
  if (collection === 'comments' && word(row.post_id)) return { to: `/posts/${word(row.post_id)}`, edits: act !== 'deleted' };
  if (collection === 'group_messages' && word(row.group_id)) return { to: `/groups/${word(row.group_id)}`, edits: act !== 'deleted' };
  if (collection === 'groups' && act !== 'deleted') return { to: `/groups/${row.id}/settings`, edits: true };
  if (collection === 'profiles') return { to: '/settings', edits: true };
  if (collection === 'invitations' && act !== 'deleted') return { to: row.group_id ? '/groups' : '/friends', edits: false };
  return undefined;
}
