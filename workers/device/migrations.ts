import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { LOCAL_SCHEMA_VERSION } from './collection-schemas.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Gives a row as the version before stored it to the next one. */
export type RowChange = (row: Fields) => Fields;

/** What a row becomes in the version of the local schemas that is named. A version that is not named left the rows alone. */
export const changes: Readonly<Record<number, Readonly<Partial<Record<CollectionName, RowChange>>>>> = {
  // A row that came by the wire to a device that knew nothing of it may have an emoji already.
  1: { groups: (row) => ({ ...row, emoji: row.emoji ?? null }) },
};

/** A row that was stored by this version of the local schemas, as the present one has it. */
export function bringForward<T extends Fields>(collection: CollectionName, row: T, from: number): T {
  let now: Fields = row;
  for (let version = from + 1; version <= LOCAL_SCHEMA_VERSION; version += 1) now = changes[version]?.[collection]?.(now) ?? now;
  return now as T;
}
