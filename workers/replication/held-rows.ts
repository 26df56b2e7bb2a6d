import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';

/**
 * What one collection holds, read past the queries of RxDB where those would hide it or cost too much. Rows come as they are
 * stored.
 */
export type StoredRow = AnyLocalRow & { _deleted: boolean };

export interface HeldRows {
  /** Rows by id, deleted ones too. */
  byId(ids: readonly string[]): Promise<Map<string, StoredRow>>;
  /** Live rows that came by this scope, none unsent: at most `limit`, in the order of ids after `after`. */
  inScope(scope: number, limit: number, after?: string): Promise<StoredRow[]>;
  /** The ids of live rows that came by this scope and begin so, none unsent: at most `limit`. */
  idsBelow(beginning: string, scope: number, limit: number): Promise<string[]>;
  /** Every live row, for a change of epoch: at most `limit` with an id after `after`. */
  all(limit: number, after?: string): Promise<StoredRow[]>;
  /** The scopes of live rows. */
  scopes(): Promise<Set<number>>;
}

export function heldRowsOf(collection: RxCollection<AnyLocalRow>): HeldRows {
  const storage = collection.storageInstance;
  const schema = collection.schema.jsonSchema;

  async function query(selector: object, sort: object[], limit: number, index: string[]): Promise<StoredRow[]> {
    const normalized = normalizeMangoQuery(schema, {
      selector: { _deleted: { $eq: false }, ...selector } as never,
      sort: sort as never,
      limit,
      index: index as never,
    });
    return (await storage.query(prepareQuery(schema, normalized))).documents as unknown as StoredRow[];
  }

  const byScope = ['_deleted', 'scope', 'id'];
  return {
    async byId(ids) {
      if (ids.length === 0) return new Map();
      const rows = (await storage.findDocumentsById([...ids], true)) as unknown as StoredRow[];
      return new Map(rows.map((row) => [row.id, row]));
    },
    inScope: (scope, limit, after) =>
      query({ scope: { $eq: scope }, ...(after === undefined ? {} : { id: { $gt: after } }) }, [{ id: 'asc' }], limit, byScope),
    async idsBelow(beginning, scope, limit) {
      const below = { $gt: beginning, $lt: `${beginning}\uffff` };
      const rows = await query({ scope: { $eq: scope }, id: below }, [{ id: 'asc' }], limit, byScope);
      return rows.filter((row) => row.unsent === 0).map((row) => row.id);
    },
    all: (limit, after) => query(after === undefined ? {} : { id: { $gt: after } }, [{ id: 'asc' }], limit, ['_deleted', 'id']),
    async scopes() {
      const found = new Set<number>();
      // From one scope to the next by the index: a member has some dozens of scopes and tens of thousands of rows.
      for (let last = 0; ; ) {
        const [next] = await query({ scope: { $gt: last } }, [{ scope: 'asc' }, { id: 'asc' }], 1, byScope);
        if (!next) return found;
        found.add(next.scope);
        last = next.scope;
      }
    },
  };
}
