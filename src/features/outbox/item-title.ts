import { REPORTED } from '../../../schemas/reports/report.ts';
import { keyOf } from '../../data/draft-rules.ts';
import { useLiveDocument } from '../../data/local-store.tsx';
import { draftTitle, titleApart, withPlace, writeWords } from '../../text/outbox.ts';
import { reportText } from '../../text/reports.ts';
import { previewOf } from '../../ui/preview.ts';
import { usePeople } from '../people/use-people.ts';
import type { DraftPlace } from './draft-place.ts';
import type { OutboxItem } from './outbox-items.ts';

const TITLE_PLACE = 40;
const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The start of a text, short enough for a title. */
export const shortened = (text: string): string => previewOf(text.replace(/\s+/g, ' ').trim(), TITLE_PLACE);

/** What a write is about, if it is known. */
export interface TitlePlaces {
  readonly post?: { readonly content: string } | null | undefined;
  readonly group?: { readonly name: string } | null | undefined;
  readonly nameOf: (userId: string) => string;
}

/** The title of a write, with its subject: 'Comment on “Soup at seven”'. */
export function itemTitle({ collection, act, row }: Pick<OutboxItem, 'collection' | 'act' | 'row'>, places: TitlePlaces): string {
  const { post, group, nameOf } = places;
  const words = writeWords[collection][act];
  if (post) return withPlace(words, 'on', shortened(post.content));
  if (collection === 'settings' && word(row.key)?.startsWith(REPORTED)) return reportText.report;
  if (collection === 'group_messages' && group) return withPlace(words, 'in', group.name);
  if (collection === 'groups' && word(row.name)) return `${words}: ${word(row.name)}`;
  if (collection === 'reactions' && word(row.emoji_code)) return `${words}: ${word(row.emoji_code)}`;
  if (collection === 'friends' && word(row.friend_id)) return `${words}: ${nameOf(String(row.friend_id))}`;
  if (collection === 'invitations' && act === 'added') {
    const to = word(row.invited_email) ?? (word(row.receiver_user_id) && nameOf(String(row.receiver_user_id)));
    if (to) return withPlace(words, 'to', to);
  }
  if (collection === 'invitations' && act === 'changed' && word(row.status)) return `${words}: ${word(row.status)}`;
  return words;
}

/** The same title, with the rows on this device. */
export function useItemTitle(item: Pick<OutboxItem, 'collection' | 'act' | 'row'>): string {
  const { collection, row } = item;
  const post = useLiveDocument('posts', collection === 'comments' ? word(row.post_id) : undefined).row;
  const group = useLiveDocument('groups', word(row.group_id)).row;
  const personOf = usePeople();
  return itemTitle(item, { post, group, nameOf: (userId) => personOf(userId).name });
}

/** The title of a draft, with its subject. If several drafts belong to one place, it says that this is another one. */
export function draftTitleAt(document: string, { kind }: DraftPlace, { post, group }: Pick<TitlePlaces, 'post' | 'group'>): string {
  const words = draftTitle(kind);
  let title = words;
  if (post && kind === 'comment') title = withPlace(words, 'on', shortened(post.content));
  else if (group) title = withPlace(words, kind === 'message' ? 'in' : 'to', group.name);
  return keyOf(document) === document ? title : titleApart(title);
}

/** The typed text, unless the title contains it already. */
export function itemText({ collection, act, row }: Pick<OutboxItem, 'collection' | 'act' | 'row'>): string | undefined {
  if (act === 'deleted') return undefined;
  if (collection === 'profiles') return [row.name, row.bio, row.location, ...[row.interests].flat()].filter(word).join('\n');
  if (collection === 'groups') return word(row.description);
  return word(row.content);
}

/** The page where a pending write can be viewed or edited. */
export function itemPlace({
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
