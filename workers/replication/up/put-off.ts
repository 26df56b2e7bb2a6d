import type { Realm, Timer } from '../../../schemas/base/realm.ts';

/**
 * Writes that the server has put off one by one, because they come too often. Each waits by itself, and other writes pass it. A row that is
 * written again has another write id, so it is sent at once. The waits are in memory only: after a restart of the app everything is sent,
 * and the server puts it off again.
 */
export interface PutOff {
  /** Holds a write back for this many seconds. */
  add(writeId: string, seconds: number | undefined): void;
  /** whether this write waits */
  has(writeId: string): boolean;
  /** whether any write waits */
  some(): boolean;
  /** Ends all waits. */
  end(): void;
  close(): void;
}

/** The longest wait, even if the server asks for more: a person may have changed their mind, or the server its limits. */
const LONGEST_MS = 10 * 60_000;
const USUAL_SECONDS = 60;

/** `onChange` is called when a write begins to wait, and when one may be sent again. */
export function createPutOff(onChange: () => void, realm: Realm = globalThis): PutOff {
  const timers = new Map<string, Timer>();
  function stopTimers(): void {
    for (const timer of timers.values()) realm.clearTimeout(timer);
    timers.clear();
  }
  return {
    add(writeId, seconds = USUAL_SECONDS) {
      realm.clearTimeout(timers.get(writeId));
      const ends = () => {
        timers.delete(writeId);
        onChange();
      };
      timers.set(writeId, realm.setTimeout(ends, Math.min(seconds * 1000, LONGEST_MS)));
      onChange();
    },
    has: (writeId) => timers.has(writeId),
    some: () => timers.size > 0,
    end() {
      if (timers.size === 0) return;
      stopTimers();
      onChange();
    },
    close: stopTimers,
  };
}
