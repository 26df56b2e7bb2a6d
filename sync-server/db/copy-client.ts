/**
 * A connection for whole tables. It uses `pg` with `pg-copy-streams` and not the driver of all else: that one never ends a COPY that fails,
 * and may leave its connection paused after one that succeeds.
 */
import pg from 'pg';
import type { DatabaseTarget } from './connect.ts';

/** What the driver of all else takes `sslmode` for; `pg` would check certificates in every mode. */
const withoutCertificate = new Set(['require', 'prefer', 'allow']);

function optionsFor(target: DatabaseTarget): pg.ClientConfig {
  if (typeof target !== 'string') return { host: target.host, database: target.database, user: target.username };
  const url = new URL(target);
  const mode = url.searchParams.get('sslmode');
  if (mode === null || mode === 'disable') return { connectionString: target };
  url.searchParams.delete('sslmode');
  return { connectionString: url.href, ssl: { rejectUnauthorized: !withoutCertificate.has(mode) } };
}

/** Runs `work` on a connection without time limits, and closes it. */
export async function withCopyClient<T>(target: DatabaseTarget, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...optionsFor(target), application_name: 'kith copy', connectionTimeoutMillis: 10_000 });
  let lost: Error | undefined;
  // Without a handler, a lost connection would end the process. The running query fails as well and reports it.
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
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
