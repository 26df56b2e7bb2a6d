/**
 * How the bytes of an image are sent in parts: each is a `PUT` with a `Content-Range`, and the answers say in headers how much the server
 * has. The headers have the names and the meaning that the tus protocol gives them.
 */

/** how many bytes of the image the server has, from its beginning */
export const OFFSET_HEADER = 'Upload-Offset';
/** how many bytes the image has, as its first part said it */
export const LENGTH_HEADER = 'Upload-Length';
/** The answer to a part that does not begin at the offset. */
export const OFFSET_CODE = 'UPLOAD_OFFSET';

/** Only the last part may be smaller. It bounds how many parts one image can have. */
export const PART_MIN_BYTES = 4 * 1024;
export const PART_MAX_BYTES = 1024 * 1024;
/** After this time without a part, the parts are deleted. The image can be sent again from its beginning. */
export const PARTS_KEPT_HOURS = 24;

/** Which bytes of an image a part holds. */
export interface PartRange {
  readonly start: number;
  /** the first byte behind it */
  readonly end: number;
  /** the bytes of the whole image */
  readonly total: number;
}

export const contentRange = ({ start, end, total }: PartRange): string => `bytes ${start}-${end - 1}/${total}`;

/** Reads what `contentRange` writes. Null for anything else, and for a range that is empty or goes beyond the total. */
export function partRangeOf(header: string): PartRange | null {
  const [, first, last, whole] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || whole === undefined) return null;
  const range = { start: Number(first), end: Number(last) + 1, total: Number(whole) };
  return range.start < range.end && range.end <= range.total ? range : null;
}

/** Reads `OFFSET_HEADER` of an answer: null if it is absent or no number. */
export const offsetOf = (header: string | null): number | null => (header !== null && /^\d{1,12}$/.test(header) ? Number(header) : null);
