import { POST_PREVIEW_LENGTH } from '../../../schemas/posts/post.ts';

/** The start of a long text, cut between words where there are any, never inside a character. A short text stays whole. */
export function previewOf(content: string): string {
  if (content.length <= POST_PREVIEW_LENGTH) return content;
  const start = content.slice(0, POST_PREVIEW_LENGTH);
  const space = start.search(/\s+\S*$/);
  // One endless word is cut where it is; a surrogate pair that the cut would halve goes as a whole.
  const kept = space > POST_PREVIEW_LENGTH / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}
