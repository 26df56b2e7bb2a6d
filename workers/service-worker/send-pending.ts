import { rememberedMember } from '../device/session/remembered-member.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { startBriefLoop } from './brief-loop.ts';
import { isOurs } from './existing-store.ts';

/**
 * Sends what is pending while no page is alive, with the same loop that the tabs run. It does nothing unless somebody is signed in, and
 * opens only a store that exists in the version of this worker.
 */

/** Chromium ends the worker after three minutes. It tries again later if something is still pending by then. */
const LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** After as many failures in a row the network is not good enough, whatever the browser says. */
const FAILURES = 3;

type End = 'sent' | 'in vain' | 'later';

/** What the state of the leader means for this worker; null while it goes on. */
function endOf({ pending, later, expired, updateRequired, serverFull, failures }: SyncStatus): End | null {
  if (pending === 0) return 'sent';
  // Only the member can help.
  if (expired || updateRequired) return 'in vain';
  const isPutOff = later === 'all' || later.length === pending;
  return isPutOff || serverFull || failures >= FAILURES ? 'later' : null;
}

/**
 * Settles when nothing is pending any more, or when waiting is in vain.
 *
 * @throws Error if something is still pending when the time is over; the browser then tries again
 */
export async function sendPending(): Promise<void> {
  const userId = await rememberedMember();
  if (userId === null || !(await isOurs(userId))) return;
  let settle = (_end: End) => {};
  const settled = new Promise<End>((resolve) => {
    settle = resolve;
  });
  let rowsAreSent = false;
  const loop = startBriefLoop(
    userId,
    (status) => {
      const end = endOf(status);
      rowsAreSent = end === 'sent';
      if (end && !rowsAreSent) settle(end);
    },
    () => settle('in vain'),
  );
  async function look(): Promise<void> {
    loop.replication.ask();
    if (rowsAreSent && !(await loop.replication.hasWaitingImages())) settle('sent');
  }
  const limit = setTimeout(() => settle('later'), LIMIT_MS);
  // What cannot be read now is read at the next look.
  const looking = setInterval(() => look().catch(console.warn), LOOK_EVERY_MS);
  const end = await settled;
  clearTimeout(limit);
  clearInterval(looking);
  await loop.close();
  if (end === 'later') throw new Error('Something is still to be sent');
}
