/**
 * The built server as a process of its own over a database that a bench fills, with members who have sessions. Seeding writes
 * rows and log as the commands would; sessions are opened by the server's own code, each with a token that the process accepts.
 */
import type { Sql } from 'postgres';
import { createAccessTokens } from '../../sync-server/accounts/access-tokens.ts';
import { createSessions, type OpenSession } from '../../sync-server/accounts/sessions.ts';
import { type ServerOptions, startServer } from '../support/server.ts';
import { postmasterOf } from './process-usage.ts';
import { createWireClient, type WireClient } from './wire-client.ts';

export type KithHost = Awaited<ReturnType<typeof startKithHost>>;

/** Sessions that are opened side by side. */
const LANES = 4;

export async function startKithHost(
  seed: (sql: Sql) => Promise<void>,
  options: Pick<ServerOptions, 'env' | 'flags' | 'on' | 'checkout'> = {},
) {
  const server = await startServer({ ...options, env: { LOG_LEVEL: 'warn', ...options.env } });
  const database = options.on ?? server.database;
  if (!database) throw new Error('the server has a database of its own');
  const { sql } = database;
  await seed(sql);
  await sql`analyze`;
  const accessTokens = await createAccessTokens(database.database, server.publicUrl);
  const sessions = createSessions({
    sql,
    database: database.database,
    accessTokens,
    queueMail: async () => true,
    onEnded: () => undefined,
  });
  const clients: WireClient[] = [];

  return {
    server,
    sql,
    url: server.url,
    postmaster: await postmasterOf(sql),
    get pid(): number {
      return server.pid() ?? 0;
    },
    /** A client for each of these members, each with a session of its own. */
    async clients(members: readonly string[]): Promise<WireClient[]> {
      const made: WireClient[] = new Array(members.length);
      const lane = async (first: number) => {
        for (let n = first; n < members.length; n += LANES) {
          const { accessToken } = await sessions.open(members[n] ?? '', 'bench');
          made[n] = createWireClient(server.url, accessToken);
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
      clients.push(...made);
      return made;
    },
    /** A session of this member's, for a browser to begin with. */
    session: (member: string): Promise<OpenSession> => sessions.open(member, 'bench'),
    /** An access token of a session of this member's. */
    token: async (member: string): Promise<string> => (await sessions.open(member, 'bench')).accessToken,
    /** How many transactions Postgres had to end because they waited for each other. Starts the server again: only then is it told. */
    async deadlocks(): Promise<number> {
      await server.restart();
      const [row] = await sql<{ deadlocks: number }[]>`
        select deadlocks from pg_stat_database where datname = current_database()`;
      return row?.deadlocks ?? Number.NaN;
    },
    async stop(): Promise<void> {
      for (const client of clients) client.close();
      await server.stop();
    },
  };
}
