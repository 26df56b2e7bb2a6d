import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { HttpError } from './errors/http-error.ts';

/** The largest page, whatever limit a request has. */
export const PAGE_MAX = 100;

const cursorSchema = z.object({ created_at: timestampSchema, id: uuidSchema });

/** A position in a list: the page before this row in a list with the newest first, the page after it in a list with the oldest first. */
export type Cursor = z.infer<typeof cursorSchema>;

export interface PageBefore {
  readonly limit: number;
  readonly before: Cursor | null;
}

function limitOf({ limit }: Record<string, string>, defaultLimit: number): number {
  if (limit === undefined) return defaultLimit;
  // Number() would also read `0x10`, `1e1` and ` 5`.
  if (!/^\d+$/.test(limit) || Number(limit) < 1) throw new HttpError(400);
  return Math.min(Number(limit), PAGE_MAX);
}

function cursorOf(asked: string | undefined): Cursor | null {
  if (asked === undefined) return null;
  const [created_at, id] = asked.split(',');
  const cursor = cursorSchema.safeParse({ created_at, id });
  if (!cursor.success) throw new HttpError(400);
  return cursor.data;
}

/** The page that the query names: `?limit=&before=<created_at,id>`. Without a limit or a default, a page has the largest size. */
export const pageBefore = (query: Record<string, string>, defaultLimit = PAGE_MAX): PageBefore => ({
  limit: limitOf(query, defaultLimit),
  before: cursorOf(query.before),
});

export interface PageAfter {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** The same for a list with the oldest first: `?limit=&after=<created_at,id>`. Without a limit, a page has the largest size. */
export const pageAfter = (query: Record<string, string>): PageAfter => ({
  limit: limitOf(query, PAGE_MAX),
  after: cursorOf(query.after),
});

/** A page as it is answered. A full page has the cursor of the next one. */
export function pageAnswer<Item extends { readonly created_at: string; readonly id: string }>(items: readonly Item[], limit: number) {
  const last = items.at(-1);
  const has_more = items.length === limit;
  return { items, has_more, next_before: last && has_more ? `${last.created_at},${last.id}` : null };
}

type CursorOf<Item> = (item: Item) => Cursor;

function endOf<Item>(items: readonly Item[], hasMore: boolean, cursorFor: CursorOf<Item>): string | null {
  const last = items.at(-1);
  if (!hasMore || last === undefined) return null;
  const { created_at, id } = cursorFor(last);
  return `${created_at},${id}`;
}

/**
 * Part of a list with the oldest first. Most lists fit, and then the answer has `items` only. Otherwise it has the cursor of the next
 * part.
 */
export function partAnswer<Item>(items: readonly Item[], hasMore: boolean, cursorFor: CursorOf<Item>) {
  const end = endOf(items, hasMore, cursorFor);
  return end === null ? { items } : { items, has_more: true, next_after: end };
}

/** The same for a list with the newest first. */
export function newestPartAnswer<Item>(items: readonly Item[], hasMore: boolean, cursorFor: CursorOf<Item>) {
  const end = endOf(items, hasMore, cursorFor);
  return end === null ? { items } : { items, has_more: true, next_before: end };
}
