import type { DeviceRealm } from '../../workers/device/session/device-realm.ts';

/** A realm with some members of its own, and the others of `base`. */
export const realmWith = (own: Partial<DeviceRealm>, base: Partial<DeviceRealm> = globalThis): DeviceRealm =>
  new Proxy(base as DeviceRealm, { get: (realm, name) => Reflect.get(name in own ? own : realm, name) });

/** The realm of this process, but its monotonic clock shows what `clock` says. */
export const realmAt = (clock: { readonly now: number }): DeviceRealm => realmWith({ performance: { now: () => clock.now } });

/** The realm of this process, but it is the time that `now` says, in milliseconds since the epoch. */
export const realmWhere = (now: () => number): DeviceRealm => realmWith({ Date: { now } });
