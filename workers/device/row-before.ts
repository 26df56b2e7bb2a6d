import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from './local-row.ts';

/**
 * The state of an accepted row before it was changed here. It is a local document, written before the change and removed once the server
 * has answered it. With it a pending change can be taken back without a network. Marks and settings are not worth this: they are as
 * easily changed back.
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
