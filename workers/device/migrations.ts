import type { CollectionName } from '../../schemas/protocol/collections.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Converts a stored row from the previous version to the next one. It may lack optional fields. */
export type RowChange = (row: Fields) => Fields;

export type RowChanges = Readonly<Record<number, Readonly<Partial<Record<CollectionName, RowChange>>>>>;

/**
 * What each version of the local schemas after the first does to a store that exists. A version that is missing here only added optional
 * fields: no store is upgraded for it, and a page of the version before can open its store. A version that changes anything else, be it an
 * index, is listed here, with an empty object if the rows stay as they are. A name that version 2 shortens in groups:
 * `2: { groups: (row) => ({ ...row, name: String(row.name).slice(0, 100) }) }`.
 */
export const changes: RowChanges = {};

/** The version of a store's tables and required fields: the last version of the local schemas that changed them. */
export const LAYOUT_VERSION = Math.max(1, ...Object.keys(changes).map(Number));

/** Converts a row stored by version `from` of the local schemas to version `to`. */
export function bringForward<T extends Fields>(collection: CollectionName, row: T, from: number, to: number, steps = changes): T {
  let now: Fields = row;
  for (let version = from + 1; version <= to; version += 1) now = steps[version]?.[collection]?.(now) ?? now;
  return now as T;
}
