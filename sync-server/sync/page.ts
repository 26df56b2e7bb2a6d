/**
 * One page of one collection while it is being filled. No id is in it twice: RxDB cannot take two states of a document at once.
 */
import type { Removal, WireDocument } from '../../schemas/protocol/sync.ts';

/** Close enough to the encoded size to keep pages small; encoding each document to measure it would cost twice. */
export function roughSize(document: WireDocument): number {
  let size = 0;
  for (const [key, value] of Object.entries(document)) {
    size +=
      key.length + 6 + (typeof value === 'string' ? value.length : typeof value === 'object' && value ? JSON.stringify(value).length : 8);
  }
  return size;
}
const REMOVAL_SIZE = 50;

export interface PageLimits {
  readonly documents: number;
  readonly bytes: number;
}

export function createPage(limits: PageLimits) {
  const documents = new Map<string, WireDocument>();
  const removed = new Map<string, Removal>();
  let bytes = 0;

  return {
    /** how many more documents fit; 0 as soon as the bytes are used up */
    room: (): number => (bytes >= limits.bytes ? 0 : Math.max(0, limits.documents - documents.size)),
    bytes: (): number => bytes,
    has: (id: string): boolean => documents.has(id),
    add(document: WireDocument) {
      documents.set(document.id, document);
      bytes += roughSize(document);
    },
    remove(id: string, scope: number) {
      removed.set(`${scope} ${id}`, [id, scope]);
      bytes += REMOVAL_SIZE;
    },
    /** A document in the page takes the place of whatever copy is held, so a removal beside it would say nothing. */
    finish: () => ({
      documents: [...documents.values()],
      removed: [...removed.values()].filter(([id]) => !documents.has(id)),
    }),
  };
}
export type Page = ReturnType<typeof createPage>;
