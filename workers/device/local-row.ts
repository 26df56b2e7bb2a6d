import type * as z from 'zod/mini';
import type { CollectionName, rowSchemas } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';

/**
 * A row in the local store: the row from the server, the scope that it came by, and its pending writes.
 *
 * In a row from the server `pending` is 0 and `assumed` is empty.
 */
export interface LocalFields {
  /** the scope that it came by; 0 until the server has accepted it */
  scope: number;
  /** the id of the write that made this state */
  write_id: string;
  /** 1 while the server has yet to accept this state */
  pending: 0 | 1;
  /** the write ids that a pending state is based on: the server's last one, then this device's later ones */
  assumed: string[];
}

/** For lists with the newest first. The key is ascending, because the local store sorts descending without an index. */
interface NewestFirst {
  newest: number;
}
interface OldestFirst {
  oldest: number;
}

interface SortKeys {
  posts: NewestFirst;
  comments: OldestFirst;
  invitations: NewestFirst;
  notifications: NewestFirst;
  group_messages: NewestFirst;
}
type SortKeyOf<C extends CollectionName> = C extends keyof SortKeys ? SortKeys[C] : unknown;

/** A row of a collection as the server sends it, without the fields that sync adds. */
export type Row<C extends CollectionName> = z.infer<(typeof rowSchemas)[C]>;
export type LocalRow<C extends CollectionName> = Row<C> & LocalFields & SortKeyOf<C>;

/** The collections that have a sort key, and its name. */
export const sortKeys: Readonly<Partial<Record<CollectionName, 'newest' | 'oldest'>>> = {
  posts: 'newest',
  comments: 'oldest',
  invitations: 'newest',
  notifications: 'newest',
  group_messages: 'newest',
};

/** Above every time in milliseconds that a row will have, so that the keys of accepted rows are positive. */
export const SORT_KEY_MAX = 10_000_000_000_000;

/**
 * The sort key for a row's time. Rows that are not yet accepted count as later than all accepted ones, whatever the clock of this device
 * says. Where the newest come first, they come before them.
 */
export function sortKeyFor(key: 'newest' | 'oldest', createdAt: string, accepted: boolean): number {
  const time = Date.parse(createdAt);
  if (key === 'newest') return accepted ? SORT_KEY_MAX - time : -time;
  return accepted ? time : SORT_KEY_MAX + time;
}

/** Adds the sort key to a row of `collection`, if the collection has one. */
export function withSortKey<T extends object>(collection: CollectionName, row: T, accepted: boolean): T {
  const key = sortKeys[collection];
  if (key === undefined) return row;
  const createdAt = (row as { created_at?: string }).created_at ?? '1970-01-01T00:00:00.000Z';
  return { ...row, [key]: sortKeyFor(key, createdAt, accepted) };
}

/** A row of any collection, for code that handles all of them. */
export type AnyLocalRow = { id: string } & LocalFields & Record<string, unknown>;

/** A row from the server in its local form. */
export function toLocal(collection: CollectionName, document: WireDocument): AnyLocalRow {
  return withSortKey(collection, { ...document, pending: 0 as const, assumed: [] }, true);
}

/** A local row as it is pushed: its own fields and its write id, without the fields that only this device uses. */
export function toWire(collection: CollectionName, row: AnyLocalRow & { _deleted?: boolean }): { id: string; write_id: string } {
  const wire: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    if (field.startsWith('_') || field === 'scope' || field === 'pending' || field === 'assumed') continue;
    if (field === sortKeys[collection]) continue;
    wire[field] = value;
  }
  if (row._deleted) wire._deleted = true;
  return wire as { id: string; write_id: string };
}
