/** How many characters of a text a notification shows. */
export const SNIPPET_LENGTH = 100;

const characters = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : undefined;

/** The characters of a text as a reader sees them: a family or a flag is one, however many code points it has. */
function* wholeCharacters(text: string): Iterable<string> {
  if (!characters) yield* text;
  else for (const { segment } of characters.segment(text)) yield segment;
}

/** The first 100 characters of a text on one line, cut between whole characters. */
export function snippet(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat.length <= SNIPPET_LENGTH) return flat;
  let shown = '';
  let count = 0;
  for (const character of wholeCharacters(flat)) {
    if (count === SNIPPET_LENGTH) return `${shown.trimEnd()}...`;
    shown += character;
    count += 1;
  }
  return flat;
}
