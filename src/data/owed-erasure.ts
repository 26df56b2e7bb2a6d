import { createTopic } from '../../schemas/base/topic.ts';
import { ERASURE_OWED } from './stays-after-sign-out.ts';

/**
 * The local databases that signing out still has to erase. A debt is written down before the session goes, and struck out once nothing of
 * the database is left. So a tab that is closed meanwhile, a deletion that fails and a window that holds on to the database only put the
 * erasure off: it is tried again by the page, and at each start before anybody's store opens.
 *
 * Here debts are only written down and read. What pays them (pay-erasures.ts) knows the local database, and a visitor who owes nothing
 * loads none of that.
 */
const owed = createTopic<[userId: string]>();

/** Calls back in each tab when the local database of a member is to be erased, which is more than that their session has ended. */
export const onErasureOwed = owed.subscribe;

/** The local database of this member is to be erased, as soon as that is possible. */
export function oweErasure(userId: string): void {
  try {
    localStorage.setItem(ERASURE_OWED + userId, '1');
  } catch (error) {
    console.warn('It could not be noted that a store is to be erased', error);
  }
  owed.announce(userId);
}

/** The members whose local databases are still to be erased. */
export function owedErasures(): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(ERASURE_OWED) ? [key.slice(ERASURE_OWED.length)] : []));
  } catch {
    // Where the browser forbids storage nobody could be signed in.
    return [];
  }
}

/** Whether what signing out left of this member's local database is still there. */
export const owesErasure = (userId: string): boolean => owedErasures().includes(userId);

/** Nothing of this member's local database is left. */
export function strikeOutErasure(userId: string): void {
  localStorage.removeItem(ERASURE_OWED + userId);
}
