import { POST_PREVIEW_LENGTH } from '../../../schemas/posts/post.ts';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Longer than any emoji that is made of others. */
const LONGEST_CHARACTER = 64;

/** The start of a long text, cut between words where there are any, never inside a character. A short text stays whole. */
export function previewOf(content: string): string {
  if (content.length <= POST_PREVIEW_LENGTH) return content;
  const start = wholeCharacters(content);
  const space = start.search(/\s+\S*$/);
  // One endless word is cut where it is.
  const kept = space > POST_PREVIEW_LENGTH / 2 ? start.slice(0, space) : start;
  return `${kept.trimEnd()}…`;
}

function wholeCharacters(content: string): string {
  let end = 0;
  for (const { segment, index } of characters.segment(content.slice(0, POST_PREVIEW_LENGTH + LONGEST_CHARACTER))) {
    if (index + segment.length > POST_PREVIEW_LENGTH) break;
    end = index + segment.length;
  }
  // Marks heaped on one letter without end are no character to spare.
  return content.slice(0, end || POST_PREVIEW_LENGTH);
}
