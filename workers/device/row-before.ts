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

/**
 * Whether a pending write can be taken back: a new row, a change of which the state before is kept, or the deletion of a row that was not
 * changed here before that.
 */
export function canTakeBack(
  collection: CollectionName,
  row: Pick<AnyLocalRow, 'scope' | 'assumed'> & { readonly _deleted: boolean },
): boolean {
  return row.scope === 0 || keepsBefore(collection) || (row._deleted && row.assumed.length === 1);
}

export const rowBeforeId = (collection: CollectionName, id: string): string => `before-${collection}-${id}`;
export interface RowBefore {
  row: AnyLocalRow;
}
