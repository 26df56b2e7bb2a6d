import type { CollectionName } from '../protocol/collections.ts';
import { LOCAL_SCHEMA_VERSION, schemaVersion } from './collection-schemas.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a row becomes in the version of the local schemas that is named. A version that is not named left rows of this collection alone. */
const changes: Readonly<Partial<Record<CollectionName, Readonly<Record<number, (row: Fields) => Fields>>>>> = {
  // One that came by the wire to a device that knew nothing of it may have it already.
  groups: { 1: (row) => ({ ...row, emoji: row.emoji ?? null }) },
};

/** A row that was stored by this version of the local schemas, as the present one has it. */
export function bringForward<T extends Fields>(collection: CollectionName, row: T, from: number): T {
  let now: Fields = row;
  for (let version = from + 1; version <= LOCAL_SCHEMA_VERSION; version += 1) now = changes[collection]?.[version]?.(now) ?? now;
  return now as T;
}

/** The same for RxDB, which asks for each step of a collection by itself. */
export function migrationsOf(collection: CollectionName): Record<number, (row: Fields) => Fields> {
  const steps = Array.from({ length: schemaVersion(collection) }, (_, at) => at + 1);
  return Object.fromEntries(steps.map((version) => [version, changes[collection]?.[version] ?? ((row: Fields) => row)]));
}
