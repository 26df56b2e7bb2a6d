import { fillWithDefaultSettings } from 'rxdb';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { collectionSchemas, LOCAL_SCHEMA_VERSION } from '../collection-schemas.ts';
import { DOCUMENTS_TABLE, NOTES_TABLE } from '../database-name.ts';
import { changes, type RowChange } from '../migrations.ts';

/** How a database is laid out, and what becomes of rows that an older version of the app has stored. */
export interface Layout {
  /** raised with every change */
  readonly version: number;
  /** the primary key and the indexes of each table, as Dexie writes them */
  readonly tables: Readonly<Record<string, string>>;
  /** of each version what a row of a table becomes in it; a table that is not named is left alone */
  readonly changes: Readonly<Record<number, Readonly<Partial<Record<string, RowChange>>>>>;
}

export const indexName = (fields: readonly string[]): string => (fields.length === 1 ? `${fields[0]}` : `[${fields.join('+')}]`);
const LIVE_BY_ID = indexName(['_deleted', 'id']);

/**
 * The table of a collection. RxDB also wants indexes by the time of the last write, for its replication alone: without them writing is
 * quicker, and whoever asks in that order is answered all the same.
 */
function tableOf(schema: Parameters<typeof fillWithDefaultSettings>[0]): string {
  const indexes = fillWithDefaultSettings(schema).indexes as readonly (readonly string[])[];
  const kept = indexes.filter(([first]) => first !== '_meta.lwt').map(indexName);
  return [...new Set(['id', LIVE_BY_ID, ...kept])].join(', ');
}

const bare = ['id', LIVE_BY_ID].join(', ');

/** The present one: a table for each collection, one for what RxDB notes, and one for the local documents. */
export const presentLayout: Layout = {
  version: LOCAL_SCHEMA_VERSION,
  tables: {
    [NOTES_TABLE]: bare,
    [DOCUMENTS_TABLE]: bare,
    ...Object.fromEntries(collectionNames.map((name) => [name, tableOf(collectionSchemas[name] as never)])),
  },
  changes,
};
