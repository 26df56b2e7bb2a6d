/**
 * The built server in its own process, over a database that a bench fills, with members who have sessions. Seeding writes rows and change
 * log as the commands would. The server's own code opens the sessions, each with a token that the process accepts.
 */
import type { Sql } from 'postgres';
import { createAccessTokens } from '../../sync-server/accounts/sessions/access-tokens.ts';
import { createSessions, type OpenSession } from '../../sync-server/accounts/sessions/sessions.ts';
import { type ServerOptions, startServer } from '../support/server.ts';
import { postmasterOf } from './process-usage.ts';
import { createWireClient, type WireClient } from './wire-client.ts';

export type KithHost = Awaited<ReturnType<typeof startKithHost>>;

/** How many sessions are opened at the same time. */
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
    /** A client for each of these members, each with its own session. */
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
    /** A new session of this member, for a browser to start with. */
    session: (member: string): Promise<OpenSession> => sessions.open(member, 'bench'),
    /** An access token of a new session of this member. */
    token: async (member: string): Promise<string> => (await sessions.open(member, 'bench')).accessToken,
    /**
     * How many transactions Postgres had to end because of deadlocks. Restarts the server, because Postgres reports the number only then.
     */
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
