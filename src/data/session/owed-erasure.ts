import { createTopic } from '../../../schemas/base/topic.ts';
import { ERASURE_OWED } from './kept-after-sign-out.ts';

/**
 * The local databases that signing out still has to erase. The debt is stored before the session ends, and removed once nothing of the
 * database is left. So a tab that closes before that, a deletion that fails or a window that blocks the database only delays the erasure.
 * The page tries again, and each start tries before it opens a store.
 *
 * This file only stores and reads debts. The code that pays them (pay-erasures.ts) knows the local database. A visitor without debts loads
 * none of that.
 */
const owed = createTopic<[userId: string]>();

/** Calls back in every tab when a member's local database must be erased. A session that only ended does not erase it. */
export const onErasureOwed = owed.subscribe;

/** Marks the local database of this member to be erased as soon as possible. */
export function addErasureDebt(userId: string): void {
  try {
    localStorage.setItem(ERASURE_OWED + userId, '1');
  } catch (error) {
    console.warn('Could not record that a store must be erased', error);
  }
  owed.announce(userId);
}

/** The members whose local databases must still be erased. */
export function owedErasures(): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(ERASURE_OWED) ? [key.slice(ERASURE_OWED.length)] : []));
  } catch {
    // Where the browser forbids storage, no member can have been signed in.
    return [];
  }
}

/** Whether the local database of this member must still be erased. */
export const hasErasureDebt = (userId: string): boolean => owedErasures().includes(userId);

/** Removes the debt, once nothing of this member's local database is left. */
export function removeErasureDebt(userId: string): void {
  localStorage.removeItem(ERASURE_OWED + userId);
}
