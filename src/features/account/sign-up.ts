import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { type Answer, request } from '../../data/request.ts';
import { beginBy } from '../../data/session.ts';

/** Creates an account. It can be used once its address is verified. */
export function signUp(input: { email: string; password: string; name: string; invite?: string }): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/sign-up', { body: input });
}

/**
 * Verifies the address with the token from the mail, and signs in. Another browser than the one that signed up must send a new password.
 */
export function verify(input: { token: string; password?: string; name?: string }): Promise<Answer<SessionUser>> {
  return beginBy('/api/auth/verify', input);
}

export function resendVerification(input: { email: string }): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/resend-verification', { body: input });
}
