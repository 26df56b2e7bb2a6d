/** One Postgres for the whole test run, the embedded one, and in it a migrated database that every test file copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase, openPool } from '../../sync-server/db/connect.ts';
import { startEmbeddedPostgres } from '../../sync-server/db/embedded-postgres.ts';
import { migrate } from '../../sync-server/db/migrate.ts';
import { databaseUrl, TEMPLATE } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const silent = pino({ level: 'silent' });
let running: Promise<{ url: string; stop: () => Promise<void> }> | null = null;
let users = 0;

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-pg-'));
  const embedded = await startEmbeddedPostgres(folder, silent);
  const { host, username } = embedded.connection;
  const url = `postgres://${username}@localhost/postgres?host=${encodeURIComponent(host)}`;
  const admin = openPool(url, silent, 1);
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  const template = openDatabase(databaseUrl(url, TEMPLATE), silent, 1);
  await migrate(template);
  await template.close();
  return {
    url,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Called once for each project that needs Postgres; they share one. */
export default async function setup(project: TestProject) {
  users += 1;
  running ??= start();
  const { url, stop } = await running;
  project.provide('postgresUrl', url);
  return async () => {
    users -= 1;
    if (users === 0) {
      running = null;
      await stop();
    }
  };
}
