/**
 * A pooler in transaction mode (PgBouncer), which DATABASE_POOLER_URL leads to. It refuses our settings when a connection begins, so the
 * database keeps them for our user and gives them to every connection that the pooler opens.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { DatabaseError } from '../../base/database-errors.ts';
import { nameOfDatabase } from '../../base/database-url.ts';
import { databaseHome } from '../database-home.ts';
import { oneProcessAtATime } from './one-process-at-a-time.ts';
import { sessionSettings } from './session-settings.ts';
import type { Database } from './transaction.ts';

/** An arbitrary advisory lock key that nothing else uses in this database. */
const SETTINGS_LOCK = 7_205_485;

const wanted = Object.entries(sessionSettings).map(([name, value]) => ({ name, value: String(value) }));

async function storeSettings(direct: Sql): Promise<void> {
  const [place] = await direct<{ database: string; role: string; stored: string[] | null }[]>`
    select quote_ident(current_database()) as database, quote_ident(current_user) as role, (
      select setconfig from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = current_user::regrole
    ) as stored`;
  for (const { name, value } of wanted) {
    if (place?.stored?.includes(`${name}=${value}`)) continue;
    await direct.unsafe(`alter role ${place?.role} in database ${place?.database} set ${name} = '${value}'`);
  }
}

/** The settings that a connection of the pooler should have, and has not. */
async function missingSettings(database: Database): Promise<string[]> {
  const rows = await database.ask(
    (sql) => sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name = any (${wanted.map(({ name }) => name)}::text[])`,
  );
  return wanted.filter(({ name, value }) => !rows.some((row) => row.name === name && row.setting === value)).map(({ name }) => name);
}

/**
 * Whether the pooler leads where it should: the settings that a connection of it should have, and has not.
 *
 * @param database whose transactions go through the pooler, and whose own connections do not
 * @throws DatabaseError when the pooler does not answer, or leads to another database
 */
export async function checkPooler(database: Database, url: string): Promise<string[]> {
  const home = await database.onConnection((direct) => direct.begin(databaseHome));
  const pooled = await database.read(databaseHome).catch((error: Error) => {
    throw new DatabaseError(`The pooler of ${nameOfDatabase(url)} (DATABASE_POOLER_URL) does not answer: ${error.message}.`);
  });
  if (pooled !== home) throw new DatabaseError('DATABASE_POOLER_URL leads to another database than DATABASE_URL.');
  return missingSettings(database);
}

/** What to do where a connection of the pooler has not all settings. */
export const RECONNECT = 'RECONNECT on its console renews them, and its user must be that of DATABASE_URL';

/** Stores our settings for our user in this database, and checks that the pooler's connections have them. Throws as `checkPooler` does. */
export async function preparePooler(database: Database, url: string, log: Logger): Promise<void> {
  await oneProcessAtATime(database, SETTINGS_LOCK, storeSettings);
  const missing = await checkPooler(database, url);
  if (missing.length > 0) log.warn({ missing }, `the pooler has connections without our settings: ${RECONNECT}`);
}
