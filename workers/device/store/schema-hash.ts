import { withoutOptionalFields } from './optional-fields.ts';

/**
 * 128 bits of a text. It is not cryptographic, and nothing relies on that. RxDB's own hash needs `crypto.subtle`, which a page has only over
 * https and on localhost.
 */
function plainHash(text: string): string {
  const lanes = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    for (let lane = 0; lane < 4; lane++) {
      const before = (lanes[lane] ?? 0) ^ code;
      lanes[lane] = Math.imul(before ^ (before >>> 15), [2654435761, 1597334677, 2246822507, 3266489909][lane] ?? 1);
    }
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The order in which fields are declared says nothing, and RxDB's own depends on the language of the device. */
const inOrder = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * The hash by which RxDB recognizes the schema of a stored collection; it hashes nothing else here. RxDB opens a collection only under the
 * schema with which it was created. Optional fields do not count, so versions of the app that differ only in these can open the same store.
 */
export function schemaHash(schema: string | ArrayBuffer | Blob): Promise<string> {
  if (typeof schema !== 'string') throw new Error('only the JSON of a schema is hashed here');
  // All fields that are left are required.
  const { required: _, ...rest } = withoutOptionalFields(JSON.parse(schema));
  return Promise.resolve(plainHash(JSON.stringify(rest, inOrder)));
}
