import { createParser } from 'eventsource-parser';
import { backoff } from '../../schemas/base/backoff.ts';
import { type Frame, frameSchema, HEARTBEAT_MS, type Heads, SELDOM_HEARTBEAT_MS } from '../../schemas/protocol/sync.ts';
import type { Outcome, SyncServer } from './server.ts';

/**
 * Keeps one stream from the server open. One that misses a heartbeat and most of the next is taken for dead, and reopened; where none
 * can be held, because something between buffers it, `onStale` rings so that the owner polls instead.
 */
export interface StreamEvents {
  /** it stands; `epoch` is that of the server's database */
  onOpen(epoch: string): void;
  onFrames(frames: readonly Frame[]): void;
  onPull(): void;
  onHeartbeat(heads: Heads): void;
  /** the stream is gone */
  onLost(): void;
  /** none could be had this time */
  onDenied(): void;
  /** there was no stream for a while */
  onStale(): void;
  /** no stream can be had until somebody does something */
  onBlocked(outcome: Outcome<unknown>): void;
}

export interface Stream {
  /** Tries now, if there is none. One from which nothing has come for longer than a heartbeat and a bit is opened anew. */
  wake(): void;
  /**
   * Whether somebody looks. Heartbeats are seldom where nobody has for a while; the stream is opened anew for that, and again once somebody
   * looks. Who comes back sooner finds the stream that there was.
   */
  lookedAt(is: boolean): void;
  close(): Promise<void>;
}

/** Shorter than two heartbeats, so that a dead stream is open again within thirty seconds. */
export const SILENCE_MS = 1.75 * HEARTBEAT_MS;
/** A heartbeat and a bit: a stream that has been silent for so long is not waited for where somebody looks. */
export const LATE_MS = 1.2 * HEARTBEAT_MS;
/** All of it takes so much longer on a stream whose heartbeats are seldom. */
const SELDOM = SELDOM_HEARTBEAT_MS / HEARTBEAT_MS;
/** So many heartbeats in a row that nobody looked at, and the next ones are seldom: no timer runs for it, and none flaps with whoever looks. */
const UNSEEN_HEARTBEATS = 2;
const STALE_MS = 20_000;
const LONGEST_WAIT_MS = 30_000;
/** After so many streams in a row that could not be had, the connection may be lost. */
const LOST_AFTER = 2;
/** However long a server that goes asks to stay away. */
const LONGEST_AWAY_MS = 10_000;

export interface StreamTiming {
  readonly silenceMs?: number;
  readonly lateMs?: number;
}

export function openStream(server: SyncServer, events: StreamEvents, timing: StreamTiming = {}): Stream {
  const { silenceMs = SILENCE_MS, lateMs = LATE_MS } = timing;
  const closing = new AbortController();
  let wakeUp: (() => void) | null = null;
  /** ends the stream that is being read */
  let giveUp: (() => void) | null = null;
  /** by a clock that nobody sets, and by one that goes on while the device sleeps */
  let heardAt = Number.NEGATIVE_INFINITY;
  let heardOn = 0;
  const hear = () => {
    heardAt = performance.now();
    heardOn = Date.now();
  };
  let open = false;
  /** set where the server said that it ends the stream itself, and when to come back, or where another pace is wanted */
  let away: number | null = null;
  let lookedAt = true;
  /** what the stream was asked for with */
  let often = true;
  let unseen = 0;

  let stale: ReturnType<typeof setInterval> | undefined;
  /** While no stream stands the owner is told to poll; a stream that stands needs no timer. */
  function poll(needed: boolean): void {
    clearInterval(stale);
    stale = needed ? setInterval(events.onStale, STALE_MS) : undefined;
  }
  poll(true);

  /** Gives up a stream whose pace is not that of now. One that is only asked for is looked at once it stands. */
  function followLooks(): void {
    if (!open || (lookedAt ? often : !often || unseen < UNSEEN_HEARTBEATS)) return;
    away = 0;
    giveUp?.();
  }

  function dispatch(name: string | undefined, data: string): void {
    hear();
    if (name === 'open') {
      open = true;
      poll(false);
      events.onOpen((JSON.parse(data) as { epoch: string }).epoch);
    } else if (name === 'frames') events.onFrames((JSON.parse(data) as unknown[]).map((frame) => frameSchema.parse(frame)));
    else if (name === 'pull') events.onPull();
    else if (name === 'reconnect') away = Math.min(LONGEST_AWAY_MS, (JSON.parse(data) as { afterMs: number }).afterMs);
    else if (name === 'heartbeat') {
      events.onHeartbeat((JSON.parse(data) as { heads: Heads }).heads);
      if (!lookedAt) unseen += 1;
    }
    followLooks();
  }

  async function readUntilSilent(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: (event) => dispatch(event.event, event.data) });
    hear();
    let given = false;
    let endWait = () => {};
    giveUp = () => {
      given = true;
      endWait();
    };
    try {
      // It may be given up for what an event just said, too.
      while (!closing.signal.aborted && !given) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const silence = new Promise<'silent'>((resolve) => {
          endWait = () => resolve('silent');
          timer = setTimeout(endWait, often ? silenceMs : SELDOM * silenceMs);
        });
        const chunk = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
        if (chunk === 'silent' || chunk.done) return;
        parser.feed(decoder.decode(chunk.value, { stream: true }));
      }
    } finally {
      giveUp = null;
      reader.cancel().catch(() => undefined);
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      often = lookedAt || unseen < UNSEEN_HEARTBEATS;
      const outcome = await server.stream({ lookedAt: often }, closing.signal);
      if (closing.signal.aborted) return;
      let waitMs = 0;
      if (outcome.kind === 'done') {
        const since = performance.now();
        try {
          await readUntilSilent(outcome.body);
        } catch {
          // A connection that breaks, or an event that cannot be read: both are answered by a new stream and a pull.
        }
        // One that was given and ended at once, again and again, must not become a busy loop.
        failures = away !== null || (open && performance.now() - since > 5000) ? 0 : failures + 1;
        waitMs = away ?? 0;
        away = null;
        if (open) {
          poll(true);
          events.onLost();
        } else events.onDenied();
        open = false;
      } else if (outcome.kind === 'lost' || outcome.kind === 'later' || outcome.kind === 'rejected') {
        failures += 1;
        events.onDenied();
        // Not one moment without a network, but more: let a pull find out, rather than the next look at what is stale.
        if (failures === LOST_AFTER) events.onStale();
        waitMs = outcome.kind === 'rejected' ? 0 : outcome.retryAfterMs;
      } else {
        failures += 1;
        events.onBlocked(outcome);
        waitMs = LONGEST_WAIT_MS;
      }
      if (closing.signal.aborted) return;
      await sleep(Math.max(waitMs, failures === 0 ? 0 : backoff(failures - 1)));
    }
  }
  const running = run();

  return {
    wake() {
      if (Math.max(performance.now() - heardAt, Date.now() - heardOn) > (often ? lateMs : SELDOM * lateMs)) giveUp?.();
      wakeUp?.();
    },
    lookedAt(is) {
      lookedAt = is;
      if (is) unseen = 0;
      followLooks();
    },
    async close() {
      closing.abort();
      clearInterval(stale);
      wakeUp?.();
      await running;
    },
  };
}
