/** What of a name fits into a call, so that two names in any script fit into one size of message. */
export const NAME_CHARACTERS = 40;
export const NAME_BYTES = 120;
const DOTS = '…';

const characters = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;
const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** The characters of a text as a reader sees them. */
function* wholeCharacters(text: string): Iterable<string> {
  if (!characters) yield* text;
  else for (const { segment } of characters.segment(text)) yield segment;
}

/** A name as a call has it. A longer one ends in dots, which count. A character is there as a whole or not at all. */
export function cutName(name: string): string {
  // Half of a surrogate pair would be six bytes of JSON.
  const whole = name.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  let kept = '';
  let count = 0;
  let bytes = 0;
  /** the longest start that leaves space for the dots */
  let beforeDots = '';
  for (const character of wholeCharacters(whole)) {
    count += 1;
    bytes += bytesOf(character);
    if (count > NAME_CHARACTERS || bytes > NAME_BYTES) return `${beforeDots.trimEnd()}${DOTS}`;
    kept += character;
    if (count < NAME_CHARACTERS && bytes + bytesOf(DOTS) <= NAME_BYTES) beforeDots = kept;
  }
  return kept;
}
