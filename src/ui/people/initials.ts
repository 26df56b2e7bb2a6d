const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const first = (word: string): string => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** One or two letters for a name: of the first and the last word. A whole grapheme each, so that no emoji or accent is cut. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [start, end] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return `${first(start ?? '')}${first(end ?? '')}`.toLocaleUpperCase();
}

/** 1 to 8, derived from the id and never from the name, so that a rename changes no colour. */
export function tintOf(userId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < userId.length; at++) hash = Math.imul(hash ^ userId.charCodeAt(at), 0x01000193);
  // Ids of members who joined one after the other differ in one character; this spreads them over all eight.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 29) + 1;
}
