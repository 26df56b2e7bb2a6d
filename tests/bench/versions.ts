/**
 * The versions of the app that a run measures: this checkout's, and with `npm run bench -- --against <commit>` also that commit's, built by
 * its own script and on its own server. Both begin with the same rows.
 */
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { migrate } from '../../sync-server/db/migrate.ts';
import { copyOf, testDatabase } from '../support/postgres.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { spread } from './statistics.ts';

/** `app` is this checkout's. */
export type OfVersions<Value> = { readonly app: Value; readonly before?: Value };

const against = process.env.BENCH_AGAINST;
/** where each was built; '' for this checkout */
const checkouts: OfVersions<string> = { app: '', ...(against ? { before: against } : {}) };

/** Makes a value from what each version has. */
export async function ofEachVersion<From, Value>(
  { app, before }: OfVersions<From>,
  make: (from: From) => Promise<Value>,
): Promise<OfVersions<Value>> {
  return { app: await make(app), ...(before === undefined ? {} : { before: await make(before) }) };
}

type Seed = (sql: Sql) => Promise<void>;

const valuesOf = <Value>(versions: OfVersions<Value>): Value[] => Object.values(versions);

/** A database with the tables of this version and today's seed rows: a seed that no longer fits the tables fails. */
async function seeded(checkout: string, seed: Seed) {
  const database = await testDatabase(checkout ? 'bare' : 'empty');
  if (checkout) await migrate(database.database, join(checkout, 'sync-server/db/migrations'));
  await seed(database.sql);
  return database;
}

/** A server of each version that runs until `stop`. */
export async function startVersions(seed: Seed) {
  const databases: Awaited<ReturnType<typeof seeded>>[] = [];
  const hosts = await ofEachVersion(checkouts, async (checkout) => {
    const on = await seeded(checkout, seed);
    databases.push(on);
    return startKithHost(async () => undefined, { on, checkout: checkout || undefined });
  });
  return {
    hosts,
    async stop(): Promise<void> {
      for (const host of valuesOf(hosts)) await host.stop();
      for (const database of databases) await database.close();
    },
  };
}

/** A database of each version. Each measurement gets its own copy and its own server, so that all begin with the same rows. */
export async function seedVersions(seed: Seed) {
  const origins = await ofEachVersion(checkouts, async (checkout) => ({ checkout, database: await seeded(checkout, seed) }));
  return {
    /** The same work for each version. */
    works<Result>(work: (kith: KithHost) => Promise<Result>): OfVersions<() => Promise<Result>> {
      const onCopy = (origin: (typeof origins)['app']) => async () => {
        const on = await copyOf(origin.database);
        const kith = await startKithHost(async () => undefined, { on, checkout: origin.checkout || undefined });
        try {
          return await work(kith);
        } finally {
          await kith.stop();
          await on.close();
        }
      };
      return { app: onCopy(origins.app), ...(origins.before ? { before: onCopy(origins.before) } : {}) };
    },
    async close(): Promise<void> {
      for (const { database } of valuesOf(origins)) await database.close();
    },
  };
}

/** The samples of a row: this version's, and those of the version before where it was measured. */
export function measured<Run>(
  runs: { readonly app: readonly Run[]; readonly before?: readonly Run[] },
  pick: (run: Run) => readonly number[],
) {
  return { ours: spread(runs.app.flatMap(pick)), ...(runs.before ? { before: spread(runs.before.flatMap(pick)) } : {}) };
}
