/**
 * A world in which everything happens in an order that a seed decides. Its time is that of one clock that moves only when nothing is under
 * way: no statement, no signature, no transaction of a store. Then the next timer is due. So what runs between two timers never depends on
 * how fast the machine is.
 */
import { createClock } from '@sinonjs/fake-timers';
import { pause } from '../../../schemas/base/pause.ts';
import type { ServerRealm } from '../../../sync-server/base/server-realm.ts';
import { abortAfter } from '../../support/realm-timers.ts';
import { drawOf } from '../../support/seed.ts';
import type { HistoryRealm } from '../oracle/history-realm.ts';
import { atRest, inOrder } from './at-rest.ts';
import { createChannels } from './channels.ts';

export type WorldRealm = HistoryRealm & Omit<ServerRealm, 'fetch'>;

export interface World {
  /** The realm of one who has this name: the clock of all, and a chance of their own. */
  realmOf(name: string): WorldRealm;
  /** Numbers from 0 up to 1, which no other name draws. */
  draw(name: string): () => number;
  /** Lets a millisecond pass, before which everything that is under way comes to its end. */
  settle(): Promise<void>;
  /** Lets hours pass by some leaps. In each, every timer goes off once, and what it begins has time to end. */
  leap(hours: number): Promise<void>;
  /** Lets time pass until `work` has settled. @throws Error where it never would, or what `work` throws */
  run<T>(work: Promise<T>): Promise<T>;
}

/** The monotonic clock of a realm does not begin with the process. */
const STARTED_AGO_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;
const LEAPS = 2;
const WAKING_MS = 30_000;
const LONGEST_MS = 48 * HOUR_MS;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

function cryptoOf(chance: () => number) {
  function getRandomValues(into: Uint8Array): Uint8Array {
    for (let at = 0; at < into.length; at += 1) into[at] = Math.floor(chance() * 256);
    return into;
  }
  const randomUUID = () =>
    Buffer.from(getRandomValues(new Uint8Array(16)))
      .toString('hex')
      .replace(UUID_PARTS, '$1-$2-$3-$4-$5');
  return { getRandomValues, randomUUID };
}

/** `begin`: the time at which it begins, in milliseconds since the epoch. */
export function createWorld(seed: number, begin: number): World {
  const clock = createClock(begin);
  const shared = {
    Date: { now: () => clock.now },
    performance: { now: () => clock.now - begin + STARTED_AGO_MS },
    AbortSignal: { timeout: (ms: number) => abortAfter(clock.setTimeout, ms) },
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    setInterval: clock.setInterval,
    clearInterval: clock.clearInterval,
    setImmediate,
    BroadcastChannel: createChannels((work) => clock.setTimeout(work, 1)),
  };
  const draw = (name: string) => drawOf(name, seed);
  function realmOf(name: string): WorldRealm {
    const chance = draw(`chance of ${name}`);
    return { ...shared, Math: { random: chance }, crypto: cryptoOf(chance) } as unknown as WorldRealm;
  }
  const time = realmOf('time');
  let leap = 0;

  return {
    realmOf,
    draw,
    settle: () => pause(1, time),
    async leap(hours) {
      for (let nth = 0; nth < LEAPS; nth += 1) {
        leap = (hours * HOUR_MS) / LEAPS;
        await pause(1, time);
        await pause(WAKING_MS, time);
      }
    },
    run: (work) =>
      inOrder(async () => {
        let settled = false;
        const settle = () => {
          settled = true;
        };
        work.then(settle, settle);
        for (;;) {
          await atRest();
          if (settled) return work;
          if (clock.countTimers() === 0) throw new Error('nothing will ever happen again');
          if (clock.now - begin > LONGEST_MS) throw new Error('two days have passed, and the history has not ended');
          if (leap > 0) clock.jump(leap);
          else clock.next();
          leap = 0;
        }
      }),
  };
}
