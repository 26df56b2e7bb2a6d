import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import type { Database } from '../db/transaction.ts';
import { type Bus, noBus } from './bus.ts';
import { databaseHome } from './epoch.ts';
import { natsWire } from './nats-wire.ts';
import { postgresWire } from './postgres-wire.ts';
import { createSharedBus } from './shared-bus.ts';

/** The bus for this configuration. A configured database may serve several processes, the embedded one serves only this process. */
export async function chooseBus(config: Config, sql: Sql, database: Database, log: Logger): Promise<Bus> {
  if (config.natsUrl) {
    const place = (await database.read(databaseHome)).replaceAll('/', '-');
    return createSharedBus(natsWire(config.natsUrl, place, log), log);
  }
  return config.databaseUrl ? createSharedBus(postgresWire(sql), log) : noBus;
}
