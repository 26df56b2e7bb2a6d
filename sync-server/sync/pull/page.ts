/**
 * One page of one collection while it is being filled. No id is in it twice: RxDB cannot take two states of a document at once.
 */
import type { Recheck, Removal, WireDocument } from '../../../schemas/protocol/sync.ts';

/** Close enough to the encoded size to keep pages small; encoding each document to measure it would cost twice. */
export function roughSize(document: WireDocument): number {
  let size = 0;
  for (const key in document) {
    const value = document[key];
    size +=
      key.length + 6 + (typeof value === 'string' ? value.length : typeof value === 'object' && value ? JSON.stringify(value).length : 8);
  }
  return size;
}
const REMOVAL_SIZE = 50;
/** The assumed size of a document before the first was seen. */
const GUESSED_SIZE = 400;
/** A page counts as full from this share on: a last handful of documents is not worth another query. */
const FULL_ENOUGH = 0.9;

/** `mostDocuments` is what the device asked for. A page takes nothing before it is allowed to. */
export function createPage(mostDocuments: number) {
  const documents = new Map<string, WireDocument>();
  const removed = new Map<string, Removal>();
  const recheck = new Map<string, Recheck>();
  let bytes = 0;
  let mostBytes = 0;
  const isFull = (): boolean => bytes >= mostBytes * FULL_ENOUGH || documents.size >= mostDocuments;

  return {
    /** Lets the page grow by so many bytes. */
    allow(more: number): void {
      mostBytes = bytes + more;
    },
    isFull,
    /** How many documents to read next, estimated from the size of the documents so far; 0 where the page is full. */
    remaining(): number {
      if (isFull()) return 0;
      const size = documents.size > 0 ? bytes / documents.size : GUESSED_SIZE;
      return Math.min(mostDocuments - documents.size, Math.ceil((mostBytes - bytes) / size));
    },
    bytes: (): number => bytes,
    hasAllDocuments: (): boolean => documents.size >= mostDocuments,
    has: (id: string): boolean => documents.has(id),
    add(document: WireDocument) {
      documents.set(document.id, document);
      bytes += roughSize(document);
    },
    remove(id: string, scope: number) {
      removed.set(`${scope} ${id}`, [id, scope]);
      bytes += REMOVAL_SIZE;
    },
    /** Makes the device ask about its rows of this scope whose ids begin with this. */
    askAbout(beginning: string, scope: number) {
      if (!recheck.has(`${scope} ${beginning}`)) bytes += REMOVAL_SIZE;
      recheck.set(`${scope} ${beginning}`, [beginning, scope]);
    },
    /** A document in the page replaces any copy on the device, so a removal of the same id would add nothing. */
    finish: () => ({
      documents: [...documents.values()],
      removed: [...removed.values()].filter(([id]) => !documents.has(id)),
      recheck: [...recheck.values()],
    }),
  };
}
export type Page = ReturnType<typeof createPage>;
