/** The database for a command that runs beside the server, or while it is stopped: opened as it is, without touching its tables. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { cannotBeOpened, DatabaseError, type DatabaseTarget, openPool } from './connect.ts';
import { connectionIn, startEmbeddedPostgres } from './embedded-postgres.ts';

export interface Beside {
  readonly sql: Sql;
  close(): Promise<void>;
}

/**
 * Opens the database that the configuration names. The embedded one is the running server's own, or is started for as long as it is
 * needed.
 *
 * @throws DatabaseError or EmbeddedPostgresError with a sentence that says what to do
 */
export async function openBeside(config: Config, log: Logger): Promise<Beside> {
  if (config.databaseUrl) return reach(config.databaseUrl, log);
  const cluster = join(config.dataDir, 'postgres');
  if (!existsSync(cluster)) {
    throw new DatabaseError(
      `There is no database in ${config.dataDir} yet. Start Kith first, or name the place of its data with DATA_DIR.`,
    );
  }
  const socketDir = await socketDirOf(cluster);
  // Of a server that was killed only the note is left.
  const running = socketDir === null ? null : await reach(connectionIn(socketDir), log).catch(() => null);
  if (running) return running;
  const embedded = await startEmbeddedPostgres(config.dataDir, log);
  const { sql, close } = await reach(embedded.connection, log);
  return {
    sql,
    async close() {
      await close();
      await embedded.stop();
    },
  };
}

/** Where the Postgres that runs on this cluster, if any, has its socket: by its own note, in the fifth line. */
async function socketDirOf(cluster: string): Promise<string | null> {
  const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return note.split('\n')[4] || null;
}

async function reach(target: DatabaseTarget, log: Logger): Promise<Beside> {
  const sql = openPool(target, log, 1);
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql`select 1`;
    return { sql, close };
  } catch (error) {
    await close();
    throw typeof target === 'string' ? cannotBeOpened(target, error) : error;
  }
}
