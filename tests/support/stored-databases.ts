/**
 * IndexedDB databases with all their contents, as JSON: what one version of the app stored, kept to test later versions. Both functions are
 * self-contained, so they also run on a page.
 */
export interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly {
    readonly name: string;
    readonly keyPath: string;
    readonly autoIncrement: boolean;
    readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[] }[];
    readonly rows: readonly unknown[];
  }[];
}

export async function readDatabases(factory: IDBFactory = indexedDB): Promise<StoredDatabase[]> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const stored: StoredDatabase[] = [];
  for (const { name = '', version = 0 } of await factory.databases()) {
    const database = await asked(factory.open(name));
    const tables: StoredDatabase['tables'][number][] = [];
    for (const tableName of database.objectStoreNames) {
      const table = database.transaction(tableName).objectStore(tableName);
      const rows = await asked(table.getAll());
      const again = database.transaction(tableName).objectStore(tableName);
      const indexes = [...again.indexNames].map((index) => ({ name: index, keyPath: again.index(index).keyPath }));
      tables.push({ name: tableName, keyPath: again.keyPath as string, autoIncrement: again.autoIncrement, indexes, rows });
    }
    database.close();
    stored.push({ name, version, tables });
  }
  return stored;
}

export async function writeDatabases(databases: readonly StoredDatabase[]): Promise<void> {
  for (const { name, version, tables } of databases) {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const { name: tableName, keyPath, autoIncrement, indexes, rows } of tables) {
          const table = opening.result.createObjectStore(tableName, { keyPath, autoIncrement });
          for (const index of indexes) table.createIndex(index.name, index.keyPath);
          for (const row of rows) table.add(row);
        }
      };
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
  }
}
