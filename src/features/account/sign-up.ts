import type { VerificationLink } from '../../../schemas/account/account.ts';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { type Answer, request } from '../../data/session/request.ts';
import { beginBy } from '../../data/session/session.ts';

/** Creates an account. It can be used once its address is verified. */
export function signUp(input: { email: string; password: string; name: string; invite?: string }): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/sign-up', { body: input });
}

/**
 * Verifies the address with the token from the mail, and signs in. A browser that has not signed up with this address must send a new password.
 */
export function verify(input: { token: string; password?: string; name?: string }): Promise<Answer<SessionUser>> {
  return beginBy('/api/auth/verify', input);
}

/** What the link in the mail confirms. Reading it changes nothing. */
export function readLink(token: string): Promise<Answer<VerificationLink>> {
  return request('POST', '/api/auth/verify/look', { body: { token }, reads: true });
}
