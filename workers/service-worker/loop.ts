/**
 * The part of the service worker that knows the local database: a script of its own, which the service worker keeps at its installation
 * and runs only when there is something to send. So a start of the app never waits for it.
 */
import { sendPending } from './send-pending.ts';

/** What this script leaves for the service worker. */
export interface Loop {
  readonly sendPending: () => Promise<void>;
}

(globalThis as { kithLoop?: Loop }).kithLoop = { sendPending };
