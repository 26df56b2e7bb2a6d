import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../../schemas/protocol/ids.ts';
import { HttpError } from '../../http/http-error.ts';

/** However many a request asks for, one page has no more. */
export const PAGE_MAX = 100;

const cursorSchema = z.object({ created_at: timestampSchema, id: uuidSchema });

/** A place in a list that is read newest first: what comes before this row. */
export type Cursor = z.infer<typeof cursorSchema>;

export interface PagePlace {
  readonly limit: number;
  readonly before: Cursor | null;
}

/** Where the reader asked to begin: `?limit=&before=<created_at,id>`. */
export function pagePlace(query: Record<string, string>, defaultLimit: number): PagePlace {
  const limit = query.limit === undefined ? defaultLimit : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new HttpError(400);
  const [created_at, id] = (query.before ?? '').split(',');
  const before = cursorSchema.safeParse({ created_at, id });
  if (query.before !== undefined && !before.success) throw new HttpError(400);
  return { limit: Math.min(limit, PAGE_MAX), before: before.success ? before.data : null };
}

/** A page as it is answered: a full one says where the next begins. */
export function pageAnswer<Item extends { readonly created_at: string; readonly id: string }>(items: readonly Item[], limit: number) {
  const last = items.at(-1);
  const has_more = items.length === limit;
  return { items, has_more, next_before: last && has_more ? `${last.created_at},${last.id}` : null };
}
