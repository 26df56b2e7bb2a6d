import { newId } from '../../schemas/base/new-id.ts';
import type { Realm } from '../../schemas/base/realm.ts';

/** What the server takes from its realm besides: a turn of the event loop, names of its own, and other servers. */
export interface ServerRealm extends Realm {
  readonly crypto: Realm['crypto'] & { randomUUID(): string };
  setImmediate(work: () => void): unknown;
  fetch(url: string, options?: RequestInit): Promise<Response>;
}

/** A new id of this moment. Not for secrets: a realm may draw what can be foreseen. */
export const idNow = (realm: Pick<Realm, 'Date' | 'crypto'>): string => newId(realm.Date.now(), realm);
