/**
 * What sync code takes from the realm that it runs in: clocks, timers and chance. A page, a worker and the server hand in nothing, so it is
 * their own `globalThis`. A test with several devices in one process hands each a realm of its own, with virtual time and drawn ids.
 * Always call a member on its realm, as in `realm.setTimeout(work, ms)`: browsers refuse their timers to any other object.
 */
export interface Realm {
  readonly Date: { now(): number };
  readonly performance: { now(): number };
  readonly Math: { random(): number };
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> };
  readonly AbortSignal: { timeout(ms: number): AbortSignal };
  setTimeout(work: () => void, ms?: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  setInterval(work: () => void, ms: number): Timer;
  clearInterval(timer: Timer | undefined): void;
}

export type Timer = ReturnType<typeof setTimeout>;
