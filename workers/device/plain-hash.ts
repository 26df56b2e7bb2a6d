/**
 * A hash of 128 bits for the names of stores and schemas. It is not cryptographic, and nothing relies on that. RxDB's own hash needs
 * `crypto.subtle`, which a page has only over https and on localhost.
 */
export function plainHash(input: string | ArrayBuffer | Blob): Promise<string> {
  if (typeof input !== 'string') throw new Error('only text is hashed here');
  const lanes = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < input.length; at++) {
    const code = input.charCodeAt(at);
    for (let lane = 0; lane < 4; lane++) {
      const before = (lanes[lane] ?? 0) ^ code;
      lanes[lane] = Math.imul(before ^ (before >>> 15), [2654435761, 1597334677, 2246822507, 3266489909][lane] ?? 1);
    }
  }
  return Promise.resolve(lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''));
}
