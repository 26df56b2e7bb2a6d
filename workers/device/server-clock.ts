import type { Realm } from '../../schemas/base/realm.ts';
import { createTopic } from '../../schemas/base/topic.ts';

/**
 * The server's time, on a device whose own clock may be wrong by minutes or days, or may be set while the app runs. The replication
 * worker takes it from each answer and stores it for pages and for the next start.
 *
 * There are two questions. `now` is the time to show: this device's clock, corrected by its error when the server last answered. Only
 * this clock knows how long the device slept or was closed. `atLeast` is the earliest time that it can be, for deciding that something
 * has ended: the server's last time plus what has passed since on a timer that cannot be set. So a clock that is set ahead ends nothing.
 */
export const SERVER_TIME_ID = 'server-time';

/** What the two clocks showed when an answer arrived, in milliseconds. A local document. */
export interface ServerTime {
  readonly server: number;
  readonly device: number;
}

/** The server sends whole seconds, and its answer takes time to arrive. A clock within this margin counts as right. */
const RIGHT_WITHIN_MS = 5000;

/** How wrong the clock of the device was then, in milliseconds. */
function clockError({ server, device }: ServerTime): number {
  const ms = device - server;
  return Math.abs(ms) <= RIGHT_WITHIN_MS ? 0 : ms;
}

/** Whether the clock of the device was set between the two readings, by more than the margin. */
export const wasSetBetween = (before: ServerTime, after: ServerTime): boolean =>
  Math.abs(after.device - after.server - (before.device - before.server)) > RIGHT_WITHIN_MS;

export interface ServerClock {
  /** The best guess of the server's time, for showing and writing. It is this device's own time before the server's is known. */
  now(): number;
  /**
   * The earliest time that the server's clock can show, for deciding what has ended. It is 0 before the server's time is known, so that
   * nothing has ended.
   */
  atLeast(): number;
  /** What both clocks show, for an answer with this server time that has just arrived. */
  reading(server: number): ServerTime;
  /** Takes over a reading: from this realm, perhaps before a reload, or from another realm. */
  take(lastReading: ServerTime): void;
  /** The last reading; null if there was none. */
  readonly lastReading: ServerTime | null;
  /** Calls back at every reading. Returns a function that stops this. */
  onReading(listener: (lastReading: ServerTime) => void): () => void;
}

/** Compares the clock of the realm's device, and its timer, which setting the clock does not change, with the server's. */
export function createServerClock(realm: Pick<Realm, 'Date' | 'performance'> = globalThis): ServerClock {
  const hearing = createTopic<[heard: ServerTime]>();
  let last: ServerTime | null = null;
  let lastAt = 0;

  const atLeast = () => (last === null ? 0 : last.server + Math.max(0, realm.performance.now() - lastAt));
  const take = (heard: ServerTime) => {
    last = heard;
    lastAt = realm.performance.now();
    hearing.announce(heard);
  };

  return {
    now: () => (last === null ? realm.Date.now() : Math.max(atLeast(), realm.Date.now() - clockError(last))),
    atLeast,
    reading: (server) => ({ server, device: realm.Date.now() }),
    take,
    get lastReading() {
      return last;
    },
    onReading: hearing.subscribe,
  };
}
