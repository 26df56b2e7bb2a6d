/** Lists by `Range: items=0-19`, as RFC 9110 section 14 has it for a unit of one's own: `a-b`, `a-` to the end, `-n` for the last n. */
import { HttpError } from '../http/http-error.ts';
import { PAGE_MAX } from '../http/page-place.ts';

/** `last`: so many from the end. One range is one page, so it has `PAGE_MAX` items at most; `Content-Range` says which came. */
export type ItemRange = { readonly offset: number; readonly limit: number } | { readonly last: number };

/**
 * What the header asks for; undefined where there is none, or one of another unit, which is ignored as the RFC says.
 *
 * @throws HttpError 400 where it is one of items, but of no such form or of several pieces
 */
export function itemRange(header: string | undefined): ItemRange | undefined {
  if (header === undefined || !header.startsWith('items=')) return undefined;
  const [, from, to] = /^items=(\d{0,6})-(\d{0,6})$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) throw new HttpError(400);
  if (from === '') return { last: Number(to) };
  const offset = Number(from);
  if (to === '') return { offset, limit: PAGE_MAX };
  if (Number(to) < offset) throw new HttpError(400);
  return { offset, limit: Math.min(Number(to) - offset + 1, PAGE_MAX) };
}

/** The range as a place in a list of so many. */
export function placeInList(range: ItemRange, total: number): { readonly offset: number; readonly limit: number } {
  if (!('last' in range)) return range;
  return { offset: Math.max(0, total - range.last), limit: Math.min(range.last, PAGE_MAX) };
}

/** `Content-Range` of what was found there, or null where nothing was: that is 416. */
export function contentRange(offset: number, found: number, total: number): string | null {
  return found === 0 ? null : `items ${offset}-${offset + found - 1}/${total}`;
}
