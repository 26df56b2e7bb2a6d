/**
 * A database in which a test decides what SQL reads and draws: its search path names a schema of functions of the same names before
 * `pg_catalog`. Time is that of the only row of `clock`, or of a session's own setting `apart.at`. Each id and number that is drawn follows
 * from how many were drawn before it.
 */
import { pino } from 'pino';
import { migrate } from '../../sync-server/db/migrate.ts';
import { openPool } from '../../sync-server/db/pool/connect.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';

const SCHEMA = 'apart';

const setPath = `do $$ begin execute format('alter database %I set search_path = ${SCHEMA}, pg_catalog', current_database()); end $$`;
const time = `coalesce(nullif(current_setting('${SCHEMA}.at', true), '')::timestamptz, (select at from ${SCHEMA}.clock))`;
const apart = (at: Date) => `
  create schema ${SCHEMA};
  create table ${SCHEMA}.clock (at timestamptz not null);
  insert into ${SCHEMA}.clock values ('${at.toISOString()}');
  create sequence ${SCHEMA}.draws;
  create function ${SCHEMA}.now() returns timestamptz language sql stable return ${time};
  create function ${SCHEMA}.clock_timestamp() returns timestamptz language sql volatile return ${time};
  create function ${SCHEMA}.gen_random_uuid() returns uuid language sql volatile return md5('id ' || nextval('${SCHEMA}.draws'))::uuid;
  create function ${SCHEMA}.random() returns float8 language sql volatile
    return (abs(hashint8(nextval('${SCHEMA}.draws'))::int8) % 1000000) / 1000000.0;
  create function ${SCHEMA}.drawn_ids() returns table (n bigint, id uuid) language sql stable
    as 'select n, md5(''id '' || n)::uuid from generate_series(1, (select last_value from ${SCHEMA}.draws)) n';
  ${setPath}`;

/** On a connection of its own, whose end is not waited for: only later ones have the new search path. */
async function run(url: string, statements: string): Promise<void> {
  const connection = openPool(url, pino({ level: 'silent' }), 1);
  await connection.unsafe(statements);
  connection.end().catch(() => undefined);
}

/** Makes a copy of such a database one too: Postgres does not copy the search path. */
export const inApart = (url: string): Promise<void> => run(url, setPath);

/** The same for one that went back to an earlier state. It draws other ids than after that state the first time. */
export const backInApart = (url: string, times: number): Promise<void> =>
  run(url, `${setPath}; select setval('${SCHEMA}.draws', (select last_value from ${SCHEMA}.draws) + ${times * 1_000_000})`);

/** With the newest tables. */
export async function databaseApart(at: Date): Promise<TestDatabase> {
  const db = await testDatabase('bare');
  await run(db.url, apart(at));
  await migrate(db.database);
  return db;
}
