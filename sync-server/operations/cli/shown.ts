/** How commands print what strangers typed, sizes and tables. */

/** Texts that strangers typed must stay text on a terminal. */
export const withoutControlCharacters = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

/**
 * JSON that stays text on a terminal. JSON itself escapes only the controls below U+0020. Those from U+007F to U+009F begin commands of a
 * terminal too, and characters that turn the direction of text make it look like another one.
 */
export const shownJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** A size in units of 1,000 bytes: `1.2 GB`. */
export function shownBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let size = bytes;
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** Rows below headings, in columns as wide as their widest cell. */
export function shownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(withoutControlCharacters))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
