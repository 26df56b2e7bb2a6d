import type { DBCore, DBCoreTable, Middleware } from 'dexie';

/**
 * RxDB looks at what is stored of every document before it writes it, and IndexedDB answers each of these questions on its own, which
 * costs nearly as much as to write. Of a page that a device fetches hardly anything is stored yet: here the keys between the first
 * and the last of many are asked for at once, and rows only for keys that are there.
 */

/** Fewer are asked for as they are. */
const MANY = 16;
const RANGE = 1;

function withKeysFirst(table: DBCoreTable): DBCoreTable {
  return {
    ...table,
    getMany(request) {
      const { keys, trans } = request;
      if (keys.length < MANY || !keys.every((key) => typeof key === 'string')) return table.getMany(request);
      const sorted = [...keys].sort();
      const range = { type: RANGE, lower: sorted[0], upper: sorted.at(-1), lowerOpen: false, upperOpen: false };
      const query = { index: table.schema.primaryKey, range };
      return table.query({ trans, query, values: false, limit: keys.length + 1 }).then(({ result: found }) => {
        // More lies between them than was asked for: which of it was meant is not known.
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
