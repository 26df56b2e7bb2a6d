/** Some file systems allow 255 bytes for a whole name. A letter has at most four. */
const LETTERS_MAX = 40;

/**
 * A text that somebody wrote as part of the name of a file: letters, digits and single spaces, at most 40 of them, without anything that
 * Windows, macOS or Linux refuse or take for a path. `otherwise` if nothing is left.
 */
export function fileNamePart(text: string, otherwise: string): string {
  const kept = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return [...kept].slice(0, LETTERS_MAX).join('').trim() || otherwise;
}
