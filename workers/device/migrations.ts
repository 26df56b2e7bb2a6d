import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { LOCAL_SCHEMA_VERSION } from './collection-schemas.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Converts a row from the previous version to the next one. */
export type RowChange = (row: Fields) => Fields;

/** The changes of rows for each version of the local schemas. A version that is missing here left the rows alone. */
export const changes: Readonly<Record<number, Readonly<Partial<Record<CollectionName, RowChange>>>>> = {
  // A device of the older version may have received a row with an emoji from the server.
  1: { groups: (row) => ({ ...row, emoji: row.emoji ?? null }) },
};

/** Converts a row stored by version `from` of the local schemas to the present one. */
export function bringForward<T extends Fields>(collection: CollectionName, row: T, from: number): T {
  let now: Fields = row;
  for (let version = from + 1; version <= LOCAL_SCHEMA_VERSION; version += 1) now = changes[version]?.[collection]?.(now) ?? now;
  return now as T;
}
