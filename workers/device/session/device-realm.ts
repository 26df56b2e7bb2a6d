import type { Realm } from '../../../schemas/base/realm.ts';

/** What a device takes from its realm besides: the network, and how it meets the other realms of its browser. */
export interface DeviceRealm extends Realm {
  readonly fetch: typeof fetch;
  readonly BroadcastChannel: new (name: string) => BroadcastChannel;
  /** without locks there is one realm only */
  readonly navigator?: { readonly locks?: LockManager };
}
