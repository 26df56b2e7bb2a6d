import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { openPool } from '../../sync-server/db/connect.ts';
import { createDatabase, type Database } from '../../sync-server/db/transaction.ts';

export const TEMPLATE = 'kith_template';

export interface TestDatabase {
  readonly sql: Sql;
  readonly database: Database;
  /** for a server that runs as a process of its own */
  readonly url: string;
  close(): Promise<void>;
}

const silent = pino({ level: 'silent' });

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string => url.replace(/\/postgres\?/, `/${name}?`);

/** A database of its own for one test file: empty, with the newest tables. Dropped by `close`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openPool(server, silent, 1);
  await admin.unsafe(`create database ${name} template ${TEMPLATE}`);
  const url = databaseUrl(server, name);
  const sql = openPool(url, silent, 12);
  return {
    sql,
    database: createDatabase(sql),
    url,
    async close() {
      await sql.end({ timeout: 2 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
