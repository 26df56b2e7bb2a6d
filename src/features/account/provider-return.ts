// The way back from the provider. Apart from the way there, which the page of sign-in loads.
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import type { Answer } from '../../data/request.ts';
import { beginBy } from '../../data/session.ts';
import { answering, arriving } from './arriving.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { DESTINATION, INVITE } from './provider-sign-in.ts';

/** Whether the sign-in that has come back made the account. */
let isNew = false;
const ways = new Map<string, Promise<Answer<SessionUser>>>();

/** Signs in with what the provider sent back. It is good for one time, so that whoever asks twice has the answer of the first. */
export function comeBack(query: string): Promise<Answer<SessionUser>> {
  const under = ways.get(query);
  if (under !== undefined) return under;
  const way = beginBy('/api/auth/google/callback', { query }, ({ is_new }) => {
    isNew = is_new === true;
  }).then((answer) => {
    // The server was not reached: the way is still open.
    if (!answer.ok && answer.code === 'OFFLINE') ways.delete(query);
    return answer;
  });
  ways.set(query, way);
  return way;
}

/** The page to go to once signed in. */
export const destination = (): string => pageAfterSignIn(sessionStorage.getItem(DESTINATION));

/** Where one is asked for the code that the provider does not know of, the link of the invitation with it. */
export const addressOfCode = (): string => {
  const invite = sessionStorage.getItem(INVITE);
  return invite ? `/auth?invite=${encodeURIComponent(invite)}` : '/auth';
};

/**
 * What goes to that page with them. Who is new is asked for name and photo first, as after a sign-up by mail, and the account has the
 * invitation already; who had an account takes it now, as after a password.
 */
export function destinationState(): typeof arriving | null {
  const invite = sessionStorage.getItem(INVITE);
  return isNew ? arriving : invite ? answering(invite) : null;
}
