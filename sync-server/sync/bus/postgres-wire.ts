import type { Sql } from 'postgres';
import type { Wire } from './shared-bus.ts';

const CHANNEL = 'kith_moved';

/**
 * The database itself as the wire: LISTEN on a separate connection, which the driver opens again when it is lost, and NOTIFY on any
 * connection. Postgres takes less than 8,000 bytes in one notification.
 */
export function postgresWire(sql: Sql): Wire {
  let unlisten: (() => Promise<unknown>) | undefined;
  return {
    maxBytes: 7_900,
    async listen(onText, onListening) {
      ({ unlisten } = await sql.listen(CHANNEL, onText, onListening));
    },
    async send(text) {
      await sql`select pg_notify(${CHANNEL}, ${text})`;
    },
    async close() {
      await unlisten?.().catch(() => undefined);
    },
  };
}
