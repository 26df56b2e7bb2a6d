import { POST_PREVIEW_LENGTH } from '../../schemas/posts/post-limits.ts';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Longer than any emoji that is combined from others. */
const LONGEST_CHARACTER = 64;

/** The start of a long text, cut between words if possible and never inside a character. A short text stays whole. */
export function previewOf(content: string, length = POST_PREVIEW_LENGTH): string {
  if (content.length <= length) return content;
  const start = wholeCharacters(content, length);
  const space = start.search(/\s+\S*$/);
  // A single long word is cut at the limit.
  const kept = space > length / 2 ? start.slice(0, space) : start;
  return `${kept.trimEnd()}…`;
}

const TITLE_LENGTH = 40;

/** The start of a text on one line, short enough for a title. */
export const titleOf = (text: string): string => previewOf(text.replace(/\s+/g, ' ').trim(), TITLE_LENGTH);

function wholeCharacters(content: string, length: number): string {
  let end = 0;
  for (const { segment, index } of characters.segment(content.slice(0, length + LONGEST_CHARACTER))) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  // Endless combining marks on one letter are cut at the limit too.
  return content.slice(0, end || length);
}
