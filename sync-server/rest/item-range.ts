/** Lists by `Range: items=0-19`, a custom unit as in RFC 9110 section 14: `a-b`, `a-` to the end, `-n` for the last n. */
import { HttpError } from '../http/errors/http-error.ts';
import { PAGE_MAX } from '../http/pages.ts';

/** `last`: this many from the end. One range is one page, so it has at most `PAGE_MAX` items. `Content-Range` names the returned ones. */
export type ItemRange = { readonly offset: number; readonly limit: number } | { readonly last: number };

/**
 * The range that the header asks for. Undefined where there is no header, or one with another unit, which the RFC says to ignore.
 *
 * @throws HttpError 400 where it is a range of items, but malformed or in several pieces
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

/** The slice of a list of `total` items. */
export function sliceOfList(range: ItemRange, total: number): { readonly offset: number; readonly limit: number } {
  if (!('last' in range)) return range;
  return { offset: Math.max(0, total - range.last), limit: Math.min(range.last, PAGE_MAX) };
}

/** `Content-Range` for the items found; null where none were found, which is a 416. */
export function contentRange(offset: number, found: number, total: number): string | null {
  return found === 0 ? null : `items ${offset}-${offset + found - 1}/${total}`;
}
