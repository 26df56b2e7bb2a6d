/**
 * A connection for whole tables. It uses `pg` with `pg-copy-streams` and not the driver of all else: that one never ends a COPY that fails,
 * and may leave its connection paused after one that succeeds.
 */
import pg from 'pg';
import { eachHost, sslModeOf } from '../../base/database-url.ts';
import type { DatabaseTarget } from './connect.ts';

function optionsFor(target: DatabaseTarget): pg.ClientConfig {
  if (typeof target !== 'string') return { host: target.host, database: target.database, user: target.username };
  const mode = sslModeOf(target);
  const url = new URL(target);
  // `pg` would check certificates in every mode.
  url.searchParams.delete('sslmode');
  return { connectionString: url.href, ssl: mode !== 'disable' && { rejectUnauthorized: mode === 'verify-full' } };
}

/** Connects to the first host that takes writes. */
async function open(target: DatabaseTarget): Promise<pg.Client> {
  const places = typeof target === 'string' ? eachHost(target) : [target];
  let failure: unknown;
  for (const place of places) {
    const client = new pg.Client({ ...optionsFor(place), application_name: 'kith copy', connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (!rows[0]?.standby || places.length === 1) return client;
      failure = new Error('no host takes writes');
    } catch (error) {
      failure = error;
    }
    await client.end().catch(() => undefined);
  }
  throw failure;
}

/** Runs `work` on a connection without time limits, and closes it. */
export async function withCopyClient<T>(target: DatabaseTarget, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await open(target);
  let lost: Error | undefined;
  // Without a handler, a lost connection would end the process. The running query fails as well and reports it.
  client.on('error', (error) => {
    lost = error;
  });
  try {
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'; set timezone = 'UTC'",
    );
    return await work(client);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
