import { type Answer, OFFLINE, request } from '../../data/request.ts';
import { accessToken } from '../../data/session.ts';

/**
 * A request of the member who is signed in; `OFFLINE` where there is no token to be had now. A token that the server does not take is
 * renewed, once for all who ask; where the session turns out to have ended, everything on the page hears of it and /auth says why.
 */
export async function memberRequest<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Answer<T>> {
  const options = { ...(body === undefined ? {} : { body }), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  const token = await accessToken();
  if (!token) return OFFLINE;
  const answer = await request<T>(method, path, { ...options, token });
  if (answer.ok || answer.code !== 'NOT_AUTHENTICATED') return answer;
  const renewed = await accessToken(token);
  // The guard answers before anything is done, so that the same may be asked again.
  return renewed ? request<T>(method, path, { ...options, token: renewed }) : OFFLINE;
}
