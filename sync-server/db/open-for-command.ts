/** Opens the database for a command that runs while the server is running or stopped. The tables are not touched. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../base/config.ts';
import { DatabaseError } from '../base/database-errors.ts';
import { connectionIn, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { cannotBeOpened, type DatabaseTarget, openPool } from './pool/connect.ts';

export interface CommandDatabase {
  /** one connection */
  readonly sql: Sql;
  /** for further connections */
  readonly target: DatabaseTarget;
  close(): Promise<void>;
}

/**
 * Opens the configured database. For the embedded one it connects to the running server's Postgres, or starts Postgres until `close`.
 *
 * @throws DatabaseError or EmbeddedPostgresError with a message that says what to do
 */
export async function openForCommand(config: Config, log: Logger): Promise<CommandDatabase> {
  if (config.databaseUrl) return reach(config.databaseUrl, log);
  const cluster = join(config.dataDir, 'postgres');
  if (!existsSync(cluster)) {
    throw new DatabaseError(
      `There is no database in ${config.dataDir} yet. Start Kith first, or name the place of its data with DATA_DIR.`,
    );
  }
  const socketDir = await socketDirOf(cluster);
  // A killed server leaves only its pid file.
  const running = socketDir === null ? null : await reach(connectionIn(socketDir), log).catch(() => null);
  if (running) return running;
  const embedded = await startEmbeddedPostgres(config.dataDir, log);
  const { sql, target, close } = await reach(embedded.connection, log);
  return {
    sql,
    target,
    async close() {
      await close();
      await embedded.stop();
    },
  };
}

/** The socket directory of the Postgres that runs on this cluster, or null. It is the fifth line of the pid file. */
async function socketDirOf(cluster: string): Promise<string | null> {
  const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return note.split('\n')[4] || null;
}

async function reach(target: DatabaseTarget, log: Logger): Promise<CommandDatabase> {
  const sql = openPool(target, log, 1);
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql`select 1`;
    return { sql, target, close };
  } catch (error) {
    await close();
    throw typeof target === 'string' ? cannotBeOpened(target, error) : error;
  }
}
