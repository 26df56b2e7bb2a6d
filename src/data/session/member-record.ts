import { pause } from '../../../schemas/base/pause.ts';
import { forgetMember, rememberedMember, rememberMember } from '../../../workers/device/session/remembered-member.ts';

/**
 * Keeps the record of who is signed in, which the service worker reads, equal to the marker in local storage. The marker decides. At
 * sign-out the record is erased first, so that a page that ends in between leaves a member who is still signed in, and no worker that
 * acts for somebody who is not. Whatever is left over is corrected at the next start.
 */

/** A window that holds the database must not keep a member from signing out. */
const LIMIT_MS = 1000;

const warn = (error: unknown) => console.warn('Could not correct the record of who is signed in; trying again at the next start', error);

/** Makes the record name the member whom `marked` names. Never fails. */
export async function correctMemberRecord(marked: () => string | null): Promise<void> {
  try {
    for (;;) {
      const wanted = marked();
      if ((await rememberedMember()) !== wanted) await (wanted === null ? forgetMember() : rememberMember(wanted));
      // Another tab may have signed out or in while this was written.
      if (marked() === wanted) return;
    }
  } catch (error) {
    warn(error);
  }
}

/** Erases the record before anything else is. Settles when that is done, or after a second. Never fails. */
export async function eraseMemberRecord(): Promise<void> {
  await Promise.race([forgetMember().catch(warn), pause(LIMIT_MS)]);
}
