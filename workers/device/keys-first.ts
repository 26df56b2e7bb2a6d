import type { DBCore, DBCoreTable, Middleware } from 'dexie';

/**
 * RxDB reads every document before it writes it. IndexedDB answers each of these reads separately, which costs nearly as much as the
 * write. Of a page from the server, hardly any row is stored yet. So this first reads all keys between the first and the last requested
 * one, and then only the rows whose keys exist.
 */

/** Fewer keys are read the usual way. */
const MIN_KEYS = 16;
const RANGE = 1;

function withKeysFirst(table: DBCoreTable): DBCoreTable {
  return {
    ...table,
    getMany(request) {
      const { keys, trans } = request;
      if (keys.length < MIN_KEYS || !keys.every((key) => typeof key === 'string')) return table.getMany(request);
      const sorted = [...keys].sort();
      const range = { type: RANGE, lower: sorted[0], upper: sorted.at(-1), lowerOpen: false, upperOpen: false };
      const query = { index: table.schema.primaryKey, range };
      return table.query({ trans, query, values: false, limit: keys.length + 1 }).then(({ result: found }) => {
        // The range contains more keys than requested, so the read was cut off and its keys may be the wrong ones.
        if (found.length > keys.length) return table.getMany(request);
        const stored = new Set<unknown>(found);
        const wanted = keys.filter((key) => stored.has(key));
        if (wanted.length === 0) return keys.map(() => undefined);
        return table.getMany({ ...request, keys: wanted }).then((rows) => {
          const byKey = new Map(wanted.map((key, at) => [key, rows[at]]));
          return keys.map((key) => byKey.get(key));
        });
      });
    },
  };
}

export const keysFirst: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'keys-first',
  create: (core) => ({ ...core, table: (name) => withKeysFirst(core.table(name)) }),
};
