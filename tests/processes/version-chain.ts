/**
 * Versions of Kith that follow each other over one DATA_DIR, at one address. Each is a build of these sources in its own directory, with
 * more migrations than the version before.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../sync-server/base/config.ts';
import { openForCommand } from '../../sync-server/db/open-for-command.ts';
import { updateBackupDir } from '../../sync-server/operations/backup/backup-before-update.ts';
import { placeBuild, startServer, type TestServer } from '../support/server.ts';

/** A migration that a later version brings. Its number follows from its place. */
export interface Further {
  readonly name: string;
  readonly sql: string;
}

export type VersionChain = Awaited<ReturnType<typeof openVersionChain>>;

export async function openVersionChain() {
  const folder = await mkdtemp(join(tmpdir(), 'kith-versions-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const places: string[] = [];
  const servers: TestServer[] = [];
  const settings = { DATA_DIR: dataDir, PORT: String(port) };

  async function started(checkout?: string): Promise<TestServer> {
    const server = await startServer({ dataDir, port, checkout, env: { LOG_LEVEL: 'warn' } });
    servers.push(server);
    return server;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Starts today's version. */
    today: () => started(),
    /** Starts a version with this migration beside those of the version before. The server before must be stopped. */
    async next({ name, sql }: Further): Promise<TestServer> {
      const place = await placeBuild(places.at(-1));
      places.push(place);
      const migrations = join(place, 'dist/server/migrations');
      const newest = Number((await readdir(migrations)).sort().at(-1)?.slice(0, 4));
      await writeFile(join(migrations, `${String(newest + 1).padStart(4, '0')}_${name}.sql`), sql);
      const packageFile = join(place, 'package.json');
      await writeFile(
        packageFile,
        JSON.stringify({ ...JSON.parse(await readFile(packageFile, 'utf8')), version: `${places.length}.99.0` }),
      );
      return started(place);
    },
    /** The backup that was written before the update that brought this migration. */
    async backupBefore(name: string): Promise<string> {
      const directory = updateBackupDir(readConfig(settings));
      const found = (await readdir(directory)).filter((file) => file.includes(`_${name}-`));
      if (found.length !== 1) throw new Error(`there are ${found.length} backups before ${name}`);
      return join(directory, found[0] ?? '');
    },
    /** Reads the database of the running server. */
    async read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
      const { sql, close } = await openForCommand(readConfig(settings), pino({ level: 'silent' }));
      try {
        return await work(sql);
      } finally {
        await close();
      }
    },
    async close(): Promise<void> {
      for (const server of servers.toReversed()) await server.stop();
      for (const path of [...places, folder]) await rm(path, { recursive: true, force: true });
    },
  };
}
