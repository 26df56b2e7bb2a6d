const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...alphabet].map((letter, value) => [letter, value]));

/** The bytes that this text encodes, with or without padding. Null if it is no base64url. */
export function readBase64url(text: string): Uint8Array | null {
  const letters = text.replace(/={1,2}$/, '');
  const isPadded = letters !== text;
  if (letters.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) return null;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let waiting = 0;
  let at = 0;
  for (const letter of letters) {
    const value = values.get(letter);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    waiting += 6;
    if (waiting >= 8) {
      waiting -= 8;
      bytes[at] = (bits >> waiting) & 0xff;
      at += 1;
    }
  }
  return bytes;
}
