import { type Answer, request } from '../../data/session/request.ts';

/** Asks for another mail with the link that proves this address. The server sends it only if the address waits for that. */
export function resendVerification(input: { email: string }): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/resend-verification', { body: input });
}
