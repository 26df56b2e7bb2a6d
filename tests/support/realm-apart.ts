/** A realm that works as the process's own but is another, and a watch on what is called of the process without it. */
import { onTestFinished } from 'vitest';
import type { ServerRealm } from '../../sync-server/base/server-realm.ts';
import type { DeviceRealm } from '../../workers/device/session/device-realm.ts';
import { drawOf } from './seed.ts';

/** Where each watched member is. */
const watched = (): readonly (readonly [of: object, name: string])[] => [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'fetch'].map((name) => [globalThis, name] as const),
  [Date, 'now'],
  [performance, 'now'],
  [Math, 'random'],
  [AbortSignal, 'timeout'],
  [crypto, 'getRandomValues'],
  [crypto, 'randomUUID'],
];

/**
 * `own` replaces members. `taken` are the members that were asked of the realm. `direct` are the calls of the process's own members by files
 * in these folders, until the test is finished.
 */
export function realmApart(folders: RegExp, own: Partial<DeviceRealm> = {}) {
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, fetch } = globalThis;
  const apart = {
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, fetch, BroadcastChannel },
    Date: { now: Date.now },
    performance: { now: performance.now.bind(performance) },
    Math: { random: drawOf('realm') },
    AbortSignal: { timeout: AbortSignal.timeout.bind(AbortSignal) },
    crypto: { getRandomValues: crypto.getRandomValues.bind(crypto), randomUUID: crypto.randomUUID.bind(crypto) },
    ...own,
  };
  const taken = new Set<PropertyKey>();
  const direct: string[] = [];
  for (const [of, name] of watched()) {
    const real = Reflect.get(of, name) as (...args: unknown[]) => unknown;
    Reflect.set(of, name, (...args: unknown[]) => {
      const [, , caller = ''] = (new Error().stack ?? '').split('\n');
      if (folders.test(caller) && !caller.includes('.test.ts')) direct.push(`${name} in ${caller.trim()}`);
      return real.apply(of, args);
    });
    onTestFinished(() => void Reflect.set(of, name, real));
  }
  const realm = new Proxy(apart, { get: (all, name) => taken.add(name) && Reflect.get(all, name) }) as unknown as DeviceRealm & ServerRealm;
  return { realm, taken, direct };
}
