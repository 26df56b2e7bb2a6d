import * as z from 'zod/mini';

/** A UUID of any version, in lower case: what Postgres prints and what every id of Kith looks like. */
export const uuidSchema = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
export const UUID_LENGTH = 36;

export type UserId = string;

/** Identifies one local write for ever (uuid v7). A write that is sent again keeps its id, which makes sending it again safe. */
export const writeIdSchema = uuidSchema;
export type WriteId = string;

/** When a write was made, by the clock that its device used: a uuid v7 begins with the time in milliseconds. */
export const writtenAt = (writeId: WriteId): number => Number.parseInt(writeId.replace('-', '').slice(0, 12), 16);

/** An instant as the server prints it: UTC, milliseconds, `2026-01-31T08:00:00.000Z`. */
export const timestampSchema = z.iso.datetime({ precision: 3 });
export const TIMESTAMP_LENGTH = 24;

/**
 * Joins the parts of an id. Two devices that do the same thing offline make the same id, and so write the same document. The parts are
 * uuids, emoji and keys of settings. Only such a key may contain the separator, as it may be a joined id itself.
 */
export const joinId = (...parts: readonly string[]): string => parts.join('|');

/**
 * The first part of an id made by `joinId`, with the separator. It names the target of a reaction, a group, or the member whose friendship
 * it is, and nobody else. Null for an id of one part.
 */
export function idPrefix(id: string): string | null {
  const end = id.indexOf('|');
  return end < 0 ? null : id.slice(0, end + 1);
}
