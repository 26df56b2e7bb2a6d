/** How commands print what strangers typed, sizes and tables. */

/** Texts that strangers typed must stay text on a terminal. */
export const withoutControlCharacters = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

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
