import { createParser } from 'eventsource-parser';
import type { Realm, Timer } from '../../../schemas/base/realm.ts';
import { type Frame, frameSchema, type Heads } from '../../../schemas/protocol/sync.ts';
import { HEARTBEAT_MS, SELDOM_HEARTBEAT_MS } from '../../../schemas/protocol/sync-limits.ts';
import { backoff } from '../../device/backoff.ts';
import type { Outcome, SyncServer } from '../server.ts';

/**
 * Keeps one stream from the server open. A stream that misses one heartbeat and most of the next counts as dead and is reopened. If no
 * stream can be kept, for example because a proxy buffers it, `onStale` fires so that the owner polls instead.
 */
export interface StreamEvents {
  /** the stream is open; `epoch` is that of the server's database */
  onOpen(epoch: string): void;
  onFrames(frames: readonly Frame[]): void;
  onPull(): void;
  onHeartbeat(heads: Heads): void;
  /** the bytes of these images have arrived on the server */
  onImages(ids: readonly string[]): void;
  /** the stream has ended */
  onLost(): void;
  /** no stream could be opened this time */
  onDenied(): void;
  /** there was no stream for a while */
  onStale(): void;
  /** no stream can be opened until the member does something */
  onBlocked(outcome: Outcome<unknown>): void;
}

export interface Stream {
  /** Tries now, if there is no stream. A stream that has been silent for a little more than a heartbeat is reopened. */
  wake(): void;
  /**
   * Whether somebody looks. After a while without anybody looking, the stream is reopened with rare heartbeats, and it is reopened again
   * once somebody looks. If somebody looks again before that, the stream stays.
   */
  lookedAt(is: boolean): void;
  close(): Promise<void>;
}

/** Shorter than two heartbeats, so that a dead stream is open again within thirty seconds. */
export const SILENCE_MS = 1.75 * HEARTBEAT_MS;
/** A little more than a heartbeat: when somebody looks, a stream that was silent for longer is reopened. */
export const LATE_MS = 1.2 * HEARTBEAT_MS;
/** The factor for all these times on a stream with rare heartbeats. */
const SELDOM = SELDOM_HEARTBEAT_MS / HEARTBEAT_MS;
/**
 * After this many heartbeats in a row without anybody looking, the next ones are rare. This needs no timer, and the stream does not flap
 * when somebody looks and looks away.
 */
const UNSEEN_HEARTBEATS = 2;
const STALE_MS = 20_000;
const LONGEST_WAIT_MS = 30_000;
/** After this many failed attempts in a row, the connection may be lost. */
const LOST_AFTER = 2;
/** The longest wait, even if a server that shuts down asks for more. */
const LONGEST_AWAY_MS = 10_000;

export interface StreamTiming {
  readonly silenceMs?: number;
  readonly lateMs?: number;
}

export function openStream(server: SyncServer, events: StreamEvents, timing: StreamTiming = {}, realm: Realm = globalThis): Stream {
  const { silenceMs = SILENCE_MS, lateMs = LATE_MS } = timing;
  const closing = new AbortController();
  let wakeUp: (() => void) | null = null;
  /** ends the stream that is being read */
  let endStream: (() => void) | null = null;
  /** the time of the last event: on a clock that cannot be set, and on one that goes on while the device sleeps */
  let lastEventMonotonic = Number.NEGATIVE_INFINITY;
  let lastEventWallClock = 0;
  const markEvent = () => {
    lastEventMonotonic = realm.performance.now();
    lastEventWallClock = realm.Date.now();
  };
  let open = false;
  /** the wait before the next stream: set if the server announced that it ends this one, or if the heartbeats must change */
  let reopenAfterMs: number | null = null;
  let lookedAt = true;
  /** whether the current stream was requested with frequent heartbeats */
  let frequentHeartbeats = true;
  let heartbeatsUnseen = 0;

  let stale: Timer | undefined;
  /** While no stream is open, the owner is asked to poll. An open stream needs no timer. */
  function poll(needed: boolean): void {
    realm.clearInterval(stale);
    stale = needed ? realm.setInterval(events.onStale, STALE_MS) : undefined;
  }
  poll(true);

  /** Ends a stream whose heartbeats do not fit any more. A stream that is still being requested is checked once it is open. */
  function followLooks(): void {
    if (!open || (lookedAt ? frequentHeartbeats : !frequentHeartbeats || heartbeatsUnseen < UNSEEN_HEARTBEATS)) return;
    reopenAfterMs = 0;
    endStream?.();
  }

  function dispatch(name: string | undefined, data: string): void {
    markEvent();
    if (name === 'open') {
      open = true;
      poll(false);
      events.onOpen((JSON.parse(data) as { epoch: string }).epoch);
    } else if (name === 'frames') events.onFrames((JSON.parse(data) as unknown[]).map((frame) => frameSchema.parse(frame)));
    else if (name === 'pull') events.onPull();
    else if (name === 'images') events.onImages((JSON.parse(data) as { ids: readonly string[] }).ids);
    else if (name === 'reconnect') reopenAfterMs = Math.min(LONGEST_AWAY_MS, (JSON.parse(data) as { afterMs: number }).afterMs);
    else if (name === 'heartbeat') {
      events.onHeartbeat((JSON.parse(data) as { heads: Heads }).heads);
      if (!lookedAt) heartbeatsUnseen += 1;
    }
    followLooks();
  }

  async function readUntilSilent(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: (event) => dispatch(event.event, event.data) });
    markEvent();
    let given = false;
    let endWait = () => {};
    endStream = () => {
      given = true;
      endWait();
    };
    try {
      // The stream may also be ended because of the event just read.
      while (!closing.signal.aborted && !given) {
        let timer: Timer | undefined;
        const silence = new Promise<'silent'>((resolve) => {
          endWait = () => resolve('silent');
          timer = realm.setTimeout(endWait, frequentHeartbeats ? silenceMs : SELDOM * silenceMs);
        });
        const chunk = await Promise.race([reader.read(), silence]).finally(() => realm.clearTimeout(timer));
        if (chunk === 'silent' || chunk.done) return;
        parser.feed(decoder.decode(chunk.value, { stream: true }));
      }
    } finally {
      endStream = null;
      reader.cancel().catch(() => undefined);
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = realm.setTimeout(resolve, ms);
      wakeUp = () => {
        realm.clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      frequentHeartbeats = lookedAt || heartbeatsUnseen < UNSEEN_HEARTBEATS;
      const outcome = await server.stream({ lookedAt: frequentHeartbeats }, closing.signal);
      if (closing.signal.aborted) return;
      let waitMs = 0;
      if (outcome.kind === 'done') {
        const since = realm.performance.now();
        try {
          await readUntilSilent(outcome.body);
        } catch {
          // The connection broke, or an event could not be read: both lead to a new stream and a pull.
        }
        // A stream that opens and ends at once, again and again, must not become a busy loop.
        failures = reopenAfterMs !== null || (open && realm.performance.now() - since > 5000) ? 0 : failures + 1;
        waitMs = reopenAfterMs ?? 0;
        reopenAfterMs = null;
        if (open) {
          poll(true);
          events.onLost();
        } else events.onDenied();
        open = false;
      } else if (outcome.kind === 'lost' || outcome.kind === 'later' || outcome.kind === 'rejected') {
        failures += 1;
        events.onDenied();
        // More than a moment without a network: let a pull find out now, rather than the next poll.
        if (failures === LOST_AFTER) events.onStale();
        waitMs = outcome.kind === 'rejected' ? 0 : outcome.retryAfterMs;
      } else {
        failures += 1;
        events.onBlocked(outcome);
        waitMs = LONGEST_WAIT_MS;
      }
      if (closing.signal.aborted) return;
      await sleep(Math.max(waitMs, failures === 0 ? 0 : backoff(failures - 1, realm)));
    }
  }
  const running = run();

  return {
    wake() {
      if (
        Math.max(realm.performance.now() - lastEventMonotonic, realm.Date.now() - lastEventWallClock) >
        (frequentHeartbeats ? lateMs : SELDOM * lateMs)
      )
        endStream?.();
      wakeUp?.();
    },
    lookedAt(is) {
      lookedAt = is;
      if (is) heartbeatsUnseen = 0;
      followLooks();
    },
    async close() {
      closing.abort();
      realm.clearInterval(stale);
      wakeUp?.();
      await running;
    },
  };
}
