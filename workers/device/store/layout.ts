import { fillWithDefaultSettings } from 'rxdb';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { collectionSchemas, LOCAL_SCHEMA_VERSION } from '../collection-schemas.ts';
import { DOCUMENTS_TABLE, RXDB_TABLE } from '../database-name.ts';
import { changes, type RowChange } from '../migrations.ts';

/** The layout of a database, and how to convert rows that an older version of the app has stored. */
export interface Layout {
  /** raised with every change */
  readonly version: number;
  /** the primary key and the indexes of each table, in Dexie's notation */
  readonly tables: Readonly<Record<string, string>>;
  /** for each version, how it converts the rows of a table; a table that is missing here is left alone */
  readonly changes: Readonly<Record<number, Readonly<Partial<Record<string, RowChange>>>>>;
}

export const indexName = (fields: readonly string[]): string => (fields.length === 1 ? `${fields[0]}` : `[${fields.join('+')}]`);
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

/** The present layout: a table for each collection, one for RxDB's own data, and one for the local documents. */
export const presentLayout: Layout = {
  version: LOCAL_SCHEMA_VERSION,
  tables: {
    [RXDB_TABLE]: bare,
    [DOCUMENTS_TABLE]: bare,
    ...Object.fromEntries(collectionNames.map((name) => [name, tableOf(collectionSchemas[name] as never)])),
  },
  changes,
};
