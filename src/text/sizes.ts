const GB = 1_000_000_000;
const MB = 1_000_000;

const inGigabytes = (bytes: number): string => String(Number((bytes / GB).toFixed(1)));

/** `12 MB` or `1.2 GB`. Anything takes at least one megabyte. */
export const sizeText = (bytes: number): string => (bytes < GB ? `${Math.max(1, Math.round(bytes / MB))} MB` : `${inGigabytes(bytes)} GB`);

/** `1.2 of 2 GB` or `310 MB of 2 GB`; without a limit `1.2 GB`. */
export function usedText(bytes: number, most: number | null): string {
  if (most === null) return sizeText(bytes);
  return bytes >= GB && most >= GB ? `${inGigabytes(bytes)} of ${sizeText(most)}` : `${sizeText(bytes)} of ${sizeText(most)}`;
}
