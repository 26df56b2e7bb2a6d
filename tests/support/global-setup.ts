/**
 * One embedded Postgres for the whole test run. In it are two databases that test files copy: one with the newest tables and no members,
 * and one with the demo data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../sync-server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../sync-server/db/migrate.ts';
import { openDatabase, openPool } from '../../sync-server/db/pool/connect.ts';
import { fillDemo } from '../../sync-server/demo/fill-demo.ts';
import { collectionFeatures } from '../../sync-server/features/collection-features.ts';
import { createEngine } from '../../sync-server/sync/create-engine.ts';
import { databaseUrl, type Template, templateNames } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const silent = pino({ level: 'silent' });
/** The only project whose tests need no Postgres. */
const WITHOUT_POSTGRES = 'unit';
/** Measures a server as people run it, so its Postgres is durable and cleans up. */
const BENCH = 'bench';

async function fillTemplate(url: string, template: Template, fill: (database: ReturnType<typeof openDatabase>) => Promise<unknown>) {
  const database = openDatabase(databaseUrl(url, templateNames[template]), silent, 1);
  await fill(database);
  await database.close();
}

async function fillWithDemo(database: ReturnType<typeof openDatabase>): Promise<void> {
  const engine = createEngine({
    database,
    features: collectionFeatures,
    limits: { maxDirectFriends: 8, invitationsPerDay: 1000, firstInvitations: 1000 },
    queueMail: async () => {},
    readLiveSessions: async () => new Set(),
    log: silent,
  });
  await fillDemo({ engine, database });
  await engine.close();
}

/** Starts Postgres before the first test that needs one, and stops it after the last. */
export default async function setup(project: TestProject) {
  if (project.vitest.projects.every(({ name }) => name === WITHOUT_POSTGRES)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-pg-'));
  // Nothing in this Postgres outlives the run. Tests that kill a Postgres start their own, which is durable.
  const isBench = project.name === BENCH;
  const embedded = await startEmbeddedPostgres(folder, silent, isBench);
  const { host, username } = embedded.connection;
  const url = `postgres://${username}@localhost/postgres?host=${encodeURIComponent(host)}`;
  const admin = openPool(url, silent, 1);
  // When Postgres has time, it cleans tables and counts their rows. After that it may plan a statement anew, and rows come in another order.
  if (!isBench) {
    await admin`alter system set autovacuum = off`;
    await admin`select pg_reload_conf()`;
  }
  await admin.unsafe(`create database ${templateNames.empty}`);
  await fillTemplate(url, 'empty', migrate);
  await admin.unsafe(`create database ${templateNames.demo} template ${templateNames.empty}`);
  await fillTemplate(url, 'demo', fillWithDemo);
  await admin.end();
  project.provide('postgresUrl', url);
  return async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
