// The return from the provider. It is separate from the way there, which the sign-in page loads.
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import type { Answer } from '../../data/request.ts';
import { beginBy } from '../../data/session.ts';
import { answering, arriving } from './arriving.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { DESTINATION, INVITE } from './provider-sign-in.ts';

/** Whether this sign-in created the account. */
let isNew = false;
const ways = new Map<string, Promise<Answer<SessionUser>>>();

/** Signs in with the query that the provider sent back. The query works only once, so a second call gets the promise of the first. */
export function comeBack(query: string): Promise<Answer<SessionUser>> {
  const under = ways.get(query);
  if (under !== undefined) return under;
  const way = beginBy('/api/auth/google/callback', { query }, ({ is_new }) => {
    isNew = is_new === true;
  }).then((answer) => {
    // The server was not reached, so the query can still be used.
    if (!answer.ok && answer.code === 'OFFLINE') ways.delete(query);
    return answer;
  });
  ways.set(query, way);
  return way;
}

/** The page to go to once signed in. */
export const destination = (): string => pageAfterSignIn(sessionStorage.getItem(DESTINATION));

/** The page that asks for the second-factor code, with the invitation link. The provider does not know of that code. */
export const addressOfCode = (): string => {
  const invite = sessionStorage.getItem(INVITE);
  return invite ? `/auth?invite=${encodeURIComponent(invite)}` : '/auth';
};

/**
 * The history state for that page. A new member is asked for name and photo first, as after a sign-up by mail, and their account has the
 * invitation already. A member who had an account takes the invitation now, as after a sign-in with a password.
 */
export function destinationState(): typeof arriving | null {
  const invite = sessionStorage.getItem(INVITE);
  return isNew ? arriving : invite ? answering(invite) : null;
}
