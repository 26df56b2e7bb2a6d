import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../../base/config.ts';
import type { ServerRealm } from '../../base/server-realm.ts';
import { databaseHome } from '../../db/database-home.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { Bus } from './bus.ts';
import { natsWire } from './nats-wire.ts';
import { postgresWire } from './postgres-wire.ts';
import { createSharedBus, defaultPresence } from './shared-bus.ts';

/** An embedded database serves this process and now and then a command, which asks by itself whether somebody is there. */
const ALONE_MS = 3_600_000;

/** The bus for this configuration. `besideServer` is true in a command: it sends what moved even before it has learned of the server. */
export async function chooseBus(
  config: Config,
  listener: Sql,
  database: Database,
  log: Logger,
  besideServer: boolean,
  realm: ServerRealm,
): Promise<Bus> {
  const presence = { ...defaultPresence, assumeOthers: besideServer };
  if (config.natsUrl) {
    const home = (await database.read(databaseHome)).replaceAll('/', '-');
    return createSharedBus(natsWire(config.natsUrl, home, log, realm), log, presence, realm);
  }
  return createSharedBus(
    postgresWire(listener),
    log,
    config.databaseUrl || besideServer ? presence : { ...presence, signMs: ALONE_MS },
    realm,
  );
}
