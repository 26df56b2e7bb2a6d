import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from './local-row.ts';

/**
 * What an accepted row was before it was changed here: a local document, written before the change and gone once the server has
 * answered it, so that a change that is not sent yet can be taken back without a network. Marks and settings are not worth
 * that: they are changed back as easily.
 */
const kept: ReadonlySet<CollectionName> = new Set<CollectionName>([
  'posts',
  'comments',
  'group_messages',
  'profiles',
  'groups',
  'group_members',
  'invitations',
]);

export const keepsBefore = (collection: CollectionName): boolean => kept.has(collection);
export const rowBeforeId = (collection: CollectionName, id: string): string => `before-${collection}-${id}`;
export interface RowBefore {
  row: AnyLocalRow;
}
