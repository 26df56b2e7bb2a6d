/** What the server needs to call devices, put together once for each process. */
import type { Logger } from 'pino';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { PushOffReason } from '../../../schemas/push/push-off.ts';
import type { Config } from '../../base/config.ts';
import { isLoopbackUrl } from '../../base/loopback.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { createPushDelivery, type PushServices } from './deliver.ts';
import { createPushKeys, type PushKeys } from './push-keys.ts';
import type { PushMeter } from './push-meter.ts';
import { createVapid, vapidSubject } from './vapid.ts';

export interface Push {
  readonly keys: PushKeys;
  readonly delivery: PushServices;
  /** where the addresses in calls begin */
  readonly publicUrl: string;
  /** Why no device can be called now; null if devices can be. An attempt counts for an hour. */
  off(): PushOffReason | null;
  /** Whether a device may be called at this address. */
  allows(endpoint: string): boolean;
}

/** Whether this server calls nobody, because Kith is being tried out on one machine: Apple refuses a sender with such an address. */
export const isPushOff = ({ publicUrl, pushHosts }: Pick<Config, 'publicUrl' | 'pushHosts'>): boolean =>
  isLoopbackUrl(publicUrl) && pushHosts.length === 0;

interface PushDeps {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly meter?: PushMeter | undefined;
  /** PEM of certificates that are trusted beside those of Node */
  readonly trusted?: readonly string[];
  readonly realm?: Realm;
}

export function createPush({ config, database, log, meter, trusted = [], realm = globalThis }: PushDeps): Push {
  const { pushHosts, publicUrl } = config;
  const keys = createPushKeys(database, config);
  const vapid = createVapid(keys, vapidSubject(config), realm);
  const isOff = isPushOff(config);
  const delivery = createPushDelivery({ realm, vapid, pushHosts, log, isOff, trusted, ...(meter && { meter }) });
  return {
    keys,
    delivery,
    publicUrl,
    off: () => (isOff ? 'loopback' : delivery.reachable() ? null : 'no_way_out'),
    allows: (endpoint) => checkEndpoint(endpoint, pushHosts) !== null,
  };
}
