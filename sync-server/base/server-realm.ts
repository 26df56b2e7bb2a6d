import type { Realm } from '../../schemas/base/realm.ts';

/** What the server takes from its realm besides: a turn of the event loop, and names of its own. */
export interface ServerRealm extends Realm {
  readonly crypto: Realm['crypto'] & { randomUUID(): string };
  setImmediate(work: () => void): unknown;
}
