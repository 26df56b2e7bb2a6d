import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../local-row.ts';

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

type Pending = Pick<AnyLocalRow, 'scope' | 'assumed'> & { readonly _deleted: boolean; readonly key?: unknown };

/**
 * The accepted write that a pending deletion is based on, if nothing else was changed here. A deletion leaves the fields of a row as they
 * were, so the row of that write is still there.
 */
export function acceptedBeforeDeletion({ _deleted, assumed }: Pending): string | undefined {
  return _deleted && assumed.length === 1 ? assumed[0] : undefined;
}

/** Whether a pending write can be taken back: an added row, a change of which the state before is kept, or nothing but a deletion. */
export function canTakeBack(collection: CollectionName, row: Pending): boolean {
  // The notifications that it marks show as read already, and nothing says which of them were not.
  if (row.key === settingKey.notificationsRead) return false;
  return row.scope === 0 || keepsBefore(collection) || acceptedBeforeDeletion(row) !== undefined;
}

export const rowBeforeId = (collection: CollectionName, id: string): string => `before-${collection}-${id}`;
export interface RowBefore {
  row: AnyLocalRow;
}
