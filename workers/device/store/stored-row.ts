/** A document as IndexedDB has it: IndexedDB does not index booleans, and RxDB queries deleted and live rows by index. */
export type Stored = Record<string, unknown> & { _deleted: '0' | '1' };

export const toStored = <T extends { readonly _deleted: boolean }>(document: T): Stored => ({
  ...document,
  _deleted: document._deleted ? '1' : '0',
});
