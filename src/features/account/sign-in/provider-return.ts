// The return from the provider. It is separate from the way there, which the sign-in page loads.
import { linkPath } from '../../../../schemas/account/mail-link.ts';
import type { SessionUser } from '../../../../schemas/account/session-answer.ts';
import type { Answer } from '../../../data/session/request.ts';
import { beginBy } from '../../../data/session/session.ts';
import { answering, arriving } from '../arrival/arriving.ts';
import { pageAfterSignIn } from '../arrival/page-after-sign-in.ts';
import { DESTINATION, INVITE } from './provider-sign-in.ts';

/** Whether this sign-in created the account. */
let isNew = false;

/** Signs in with the query that the provider sent back. It works only once. */
export const comeBack = (query: string): Promise<Answer<SessionUser>> =>
  beginBy('/api/auth/google/callback', { query }, ({ is_new }) => {
    isNew = is_new === true;
  });

/** The page to go to once signed in. */
export const destination = (): string => pageAfterSignIn(sessionStorage.getItem(DESTINATION));

/** The page that asks for the second-factor code, with the invitation link. The provider does not know of that code. */
export const addressOfCode = (): string => {
  const invite = sessionStorage.getItem(INVITE);
  return invite ? linkPath('invite', invite) : '/auth';
};

/**
 * The history state for that page. A new member is asked for name and photo first, as after a sign-up by mail, and their account has the
 * invitation already. A member who had an account takes the invitation now, as after a sign-in with a password.
 */
export function destinationState(): typeof arriving | null {
  const invite = sessionStorage.getItem(INVITE);
  return isNew ? arriving : invite ? answering(invite) : null;
}
