/**
 * Tells a stream that something between keeps away (it buffers, it forbids) from a network that is gone: of the former one speaks only
 * where several attempts failed, over a while, and requests are answered all the same.
 */
const ATTEMPTS = 3;
/** How long a subscription may take. */
const WITHIN_MS = 10_000;

export interface Denials {
  /** a stream could not be had */
  note(): void;
  /** a request was answered */
  answered(): void;
  /** a stream stands, or no request is answered either */
  clear(): void;
  denied(): boolean;
}

export function watchDenials(now: () => number = () => performance.now()): Denials {
  let since: number | null = null;
  let attempts = 0;
  let denied = false;
  return {
    note() {
      since ??= now();
      attempts += 1;
    },
    answered() {
      denied ||= since !== null && attempts >= ATTEMPTS && now() - since >= WITHIN_MS;
    },
    clear() {
      since = null;
      attempts = 0;
      denied = false;
    },
    denied: () => denied,
  };
}
