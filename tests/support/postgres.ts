import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { openPool } from '../../sync-server/db/pool/connect.ts';
import { createConnectionPool } from '../../sync-server/db/pool/connection-pool.ts';
import { createDatabase, type Database } from '../../sync-server/db/pool/transaction.ts';

/** What a test database starts with: no tables, the newest tables and no members, or the demo data. */
export type Template = 'bare' | 'empty' | 'demo';
export const templateNames: Readonly<Record<Template, string>> = { bare: 'template1', empty: 'kith_template', demo: 'kith_demo' };

/** Called with a name of the connection. */
type StatementListener = (connection: string, statement: string) => void;

export interface TestDatabase {
  readonly sql: Sql;
  readonly database: Database;
  /** Calls this with every statement that both send from now on; null for nobody. */
  listenToStatements(listener: StatementListener | null): void;
  /** How many rows and entries of indexes Postgres has read in this database until now. */
  rowsRead(): Promise<number>;
  /** for a server that runs in its own process */
  readonly url: string;
  /** Ends every connection to this database, as an operator may. Other files share the Postgres; their connections go on. */
  cutConnections(): Promise<void>;
  /** Keeps a copy of the current contents. Connections break, as they do when an operator does this. */
  backup(): Promise<Backup>;
  close(): Promise<void>;
}

export interface Backup {
  /** Replaces the database with the copy. */
  restore(): Promise<void>;
}

const silent = pino({ level: 'silent' });

const cut = async (admin: Sql, name: string): Promise<void> => {
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
};

/** A copy of this database as it is now, like a backup restored elsewhere. Cuts all connections to the original. */
export async function copyOf(original: TestDatabase): Promise<TestDatabase> {
  const name = decodeURIComponent(new URL(original.url).pathname.slice(1));
  const admin = openPool(inject('postgresUrl'), silent, 1);
  for (;;) {
    await cut(admin, name);
    const copied = await openDatabase(name).catch((error: { code?: string }) => {
      // A client has connected again in between (55006: in use).
      if (error.code === '55006') return null;
      throw error;
    });
    if (copied === null) continue;
    await admin.end();
    return copied;
  }
}

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string => url.replace(/\/postgres\?/, `/${name}?`);

/** A new database for one test file, made from this template. Dropped by `close`. */
export const testDatabase = (template: Template = 'empty'): Promise<TestDatabase> => openDatabase(templateNames[template]);

async function openDatabase(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openPool(server, silent, 1);
  await admin.unsafe(`create database ${name} template ${template}`).catch(async (error: unknown) => {
    await admin.end();
    throw error;
  });
  const url = databaseUrl(server, name);
  const sql = openPool(url, silent, 6);
  const drivers: Sql[] = [];
  let listener: StatementListener | null = null;
  function listenTo(driver: Sql): Sql {
    const index = drivers.indexOf(driver) === -1 ? drivers.push(driver) - 1 : drivers.indexOf(driver);
    // The driver reads this option whenever it sends a statement. Errors carry more while it is set.
    const heard = listener;
    (driver.options as { debug?: unknown }).debug =
      heard !== null && ((connection: number, statement: string) => heard(`${index}.${connection}`, statement));
    return driver;
  }
  listenTo(sql);
  const database = createDatabase(createConnectionPool((onLost) => listenTo(openPool(url, silent, 1, onLost)), 8));
  const copies: string[] = [];
  return {
    sql,
    database,
    listenToStatements(next) {
      listener = next;
      drivers.forEach(listenTo);
    },
    async rowsRead() {
      // Each connection keeps its counts to itself for a while.
      await Promise.all(drivers.map((driver) => driver`select pg_stat_force_next_flush()`.catch(() => undefined)));
      const [row] = await sql<{ count: number }[]>`
        select (select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables)::int
          + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes)::int as count`;
      return row?.count ?? 0;
    },
    url,
    cutConnections: () => cut(admin, name),
    async backup() {
      const copy = `${name}_copy_${copies.length}`;
      await admin.unsafe(`alter database ${name} allow_connections false`);
      await cut(admin, name);
      await admin.unsafe(`create database ${copy} template ${name}`);
      await admin.unsafe(`alter database ${name} allow_connections true`);
      copies.push(copy);
      return {
        async restore() {
          await admin.unsafe(`drop database ${name} with (force)`);
          await admin.unsafe(`create database ${name} template ${copy}`);
        },
      };
    },
    async close() {
      await database.close();
      await sql.end({ timeout: 2 });
      for (const each of [name, ...copies]) await admin.unsafe(`drop database if exists ${each} with (force)`);
      await admin.end();
    },
  };
}
