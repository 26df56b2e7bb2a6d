import { createTopic } from '../../schemas/base/topic.ts';

/**
 * The server's time, on a device whose own clock may be wrong by minutes or days, or is set while the app runs. The replication worker
 * hears it with each answer and keeps it in the store, for pages and for the next start.
 *
 * There are two questions. What time it is, to show it: that is this device's clock, put right by what it was wrong when the server was
 * heard last, since it alone knows how long the device slept or was closed. And what time it is at least, to say that something has
 * ended: the server's last word and what has passed since by a timer that nobody sets. A clock that is set ahead ends nothing.
 */
export const SERVER_TIME_ID = 'server-time';

/** What the two clocks showed when an answer came, in milliseconds. A local document. */
export interface ServerTime {
  readonly server: number;
  readonly device: number;
}

/** The server tells whole seconds, and its answer has travelled: a clock that is right to this is right. */
const RIGHT_WITHIN_MS = 5000;

/** How wrong the clock of the device was then. */
function wrongBy({ server, device }: ServerTime): number {
  const ms = device - server;
  return Math.abs(ms) <= RIGHT_WITHIN_MS ? 0 : ms;
}

/** Whether the clock of the device was set between the two, by more than cannot be told. */
export const wasSetBetween = (before: ServerTime, after: ServerTime): boolean =>
  Math.abs(after.device - after.server - (before.device - before.server)) > RIGHT_WITHIN_MS;

export interface ServerClock {
  /** The server's time as well as it is known, for what is shown and written. This device's own before the server was ever heard. */
  now(): number;
  /** What the server's clock shows at least, for what ends; 0 before it was ever heard, so that nothing has ended. */
  atLeast(): number;
  /** What both clocks show, where an answer has just come that says this time. */
  reading(server: number): ServerTime;
  /** The server was heard: by this realm, perhaps before it was loaded anew, or by another. */
  take(heard: ServerTime): void;
  /** What was heard last; null if nothing was. */
  readonly heard: ServerTime | null;
  /** Calls back whenever the server was heard, until what it answers with is called. */
  onHeard(listener: (heard: ServerTime) => void): () => void;
}

/** `device` is the clock of the device; `passed` counts milliseconds whatever is done to that. */
export function createServerClock({
  device = () => Date.now(),
  passed = () => performance.now(),
}: {
  readonly device?: () => number;
  readonly passed?: () => number;
} = {}): ServerClock {
  const hearing = createTopic<[heard: ServerTime]>();
  let last: ServerTime | null = null;
  let lastAt = 0;

  const atLeast = () => (last === null ? 0 : last.server + Math.max(0, passed() - lastAt));
  const take = (heard: ServerTime) => {
    last = heard;
    lastAt = passed();
    hearing.announce(heard);
  };

  return {
    now: () => (last === null ? device() : Math.max(atLeast(), device() - wrongBy(last))),
    atLeast,
    reading: (server) => ({ server, device: device() }),
    take,
    get heard() {
      return last;
    },
    onHeard: hearing.subscribe,
  };
}
