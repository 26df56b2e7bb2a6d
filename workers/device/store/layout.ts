import { fillWithDefaultSettings } from 'rxdb';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { type CollectionSchemas, collectionSchemas } from '../collection-schemas.ts';
import { DOCUMENTS_TABLE, RXDB_TABLE } from '../database-name.ts';
import { changes, LAYOUT_VERSION, type RowChange } from '../migrations.ts';
import { indexName } from './layout-names.ts';

/** The layout of a database, and how to convert rows that an older version of the app has stored. */
export interface Layout {
  /** IndexedDB has this version: a store of a lower one is upgraded, one of a higher one is not opened */
  readonly version: number;
  /** the primary key and the indexes of each table, in Dexie's notation */
  readonly tables: Readonly<Record<string, string>>;
  /** for each version, how it converts the rows of a table; a table that is missing here is left alone */
  readonly changes: Readonly<Record<number, Readonly<Partial<Record<string, RowChange>>>>>;
}

const LIVE_BY_ID = indexName(['_deleted', 'id']);

/**
 * The table of a collection. RxDB also wants indexes by the time of the last write, which only its own replication uses. Without them
 * writes are faster, and queries in that order still work.
 */
function tableOf(schema: Parameters<typeof fillWithDefaultSettings>[0]): string {
  const indexes = fillWithDefaultSettings(schema).indexes as readonly (readonly string[])[];
  const kept = indexes.filter(([first]) => first !== '_meta.lwt').map(indexName);
  return [...new Set(['id', LIVE_BY_ID, ...kept])].join(', ');
}

const bare = ['id', LIVE_BY_ID].join(', ');

/** A table for each collection, one for RxDB's own data, and one for the local documents. */
export const tablesOf = (schemas: CollectionSchemas): Layout['tables'] => ({
  [RXDB_TABLE]: bare,
  [DOCUMENTS_TABLE]: bare,
  ...Object.fromEntries(collectionNames.map((name) => [name, tableOf(schemas[name] as never)])),
});

export const presentLayout: Layout = { version: LAYOUT_VERSION, tables: tablesOf(collectionSchemas), changes };
