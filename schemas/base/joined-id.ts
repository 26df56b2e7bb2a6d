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
