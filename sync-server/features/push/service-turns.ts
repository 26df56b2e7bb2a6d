/**
 * Bounds what is asked of each push service, and lets a service that fails rest as a whole: nothing is sent there for a while, then one
 * message tries whether it is back. Services do not wait for each other.
 */
import type { Realm } from '../../../schemas/base/realm.ts';

/** Requests to a service at once. */
const RUNNING = 4;
/** Messages that wait for their turn. More are sent later. */
const WAITING = 100;
const LATER_SECONDS = 15;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 600_000;
/** Services do not ask for more, and a wrong number must not silence a service for ever. */
const LONGEST_ASKED_MS = 3_600_000;
/** What could not be reached longer ago says nothing about now. */
const REMEMBERED_MS = 3_600_000;
/** More than all services have, even where each data centre has a host of its own. */
const MOST_SERVICES = 1_000;

interface Service {
  running: number;
  readonly waiting: (() => void)[];
  /** in a row */
  failures: number;
  failedAt: number;
  restsUntil: number;
  /** whether a message is on its way to try whether the service is back */
  trying: boolean;
  /** the last attempt to connect: when, and whether it was possible */
  connected: { readonly at: number; readonly done: boolean } | null;
}

/** How one message fared, for the service. */
export type Fared =
  | { readonly kind: 'answered' }
  /** `restMs` is what the service asked for; null if it asked for nothing */
  | { readonly kind: 'failed'; readonly connected: boolean; readonly restMs: number | null };

export interface ServiceTurns {
  /**
   * Runs `send` when the service has a turn. Returns the seconds after which to try again if it rests, or too many wait already.
   * `send` returns the result for the caller, and how it went; null if nothing was sent.
   */
  run<T>(
    host: string,
    send: () => Promise<{ readonly fared: Fared | null; readonly result: T }>,
  ): Promise<{ readonly result: T } | { readonly later: number }>;
  /** False if every service that was tried in the last hour could not be reached. */
  reachable(): boolean;
  /** The services to which nothing is sent now, because they failed. */
  resting(): string[];
}

const newService = (): Service => ({
  running: 0,
  waiting: [],
  failures: 0,
  failedAt: Number.NEGATIVE_INFINITY,
  restsUntil: 0,
  trying: false,
  connected: null,
});

export function createServiceTurns(realm: Realm = globalThis): ServiceTurns {
  const services = new Map<string, Service>();

  function serviceOf(host: string): Service {
    const known = services.get(host);
    if (known) return known;
    if (services.size >= MOST_SERVICES) {
      const idle = [...services].find(([, { running, waiting }]) => running === 0 && waiting.length === 0);
      if (idle) services.delete(idle[0]);
    }
    const made = newService();
    services.set(host, made);
    return made;
  }

  /** A clock that was set back must not make a rest longer than the longest. */
  const restMs = ({ restsUntil }: Service): number => Math.min(Math.max(0, restsUntil - realm.Date.now()), LONGEST_ASKED_MS);
  const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

  function note(service: Service, fared: Fared, startedAt: number): void {
    const at = realm.Date.now();
    service.connected = { at, done: fared.kind === 'answered' || fared.connected };
    // What was sent before the failure says nothing new.
    const isNews = startedAt >= service.failedAt;
    if (fared.kind === 'answered') {
      if (isNews) service.failures = 0;
      return;
    }
    if (isNews) {
      service.failures += 1;
      service.failedAt = at;
    }
    const own = Math.min(FIRST_REST_MS * 2 ** (service.failures - 1), LONGEST_REST_MS);
    const asked = Math.min(fared.restMs ?? 0, LONGEST_ASKED_MS);
    service.restsUntil = Math.max(service.restsUntil, at + Math.max(own, asked));
  }

  /** The seconds after which to try again; null if a message may go now. */
  function refusal(service: Service): number | null {
    const rest = restMs(service);
    if (rest > 0) return secondsOf(rest);
    return service.failures > 0 && service.trying ? LATER_SECONDS : null;
  }

  async function turn(service: Service): Promise<void> {
    if (service.running >= RUNNING) await new Promise<void>((resolve) => service.waiting.push(resolve));
    else service.running += 1;
  }

  function endTurn(service: Service): void {
    // The turn goes on to the next in line.
    const next = service.waiting.shift();
    if (next) next();
    else service.running -= 1;
  }

  return {
    async run(host, send) {
      const service = serviceOf(host);
      const before = refusal(service);
      if (before !== null) return { later: before };
      if (service.running >= RUNNING && service.waiting.length >= WAITING) return { later: LATER_SECONDS };
      await turn(service);
      let tries = false;
      try {
        // The service may have failed since.
        const since = refusal(service);
        if (since !== null) return { later: since };
        tries = service.failures > 0;
        service.trying ||= tries;
        const startedAt = realm.Date.now();
        const { fared, result } = await send();
        if (fared) note(service, fared, startedAt);
        return { result };
      } finally {
        if (tries) service.trying = false;
        endTurn(service);
      }
    },
    reachable() {
      const tried = [...services.values()].flatMap(({ connected }) =>
        connected && realm.Date.now() - connected.at < REMEMBERED_MS ? [connected.done] : [],
      );
      return tried.length === 0 || tried.includes(true);
    },
    resting: () => [...services].flatMap(([host, service]) => (restMs(service) > 0 ? [host] : [])),
  };
}
