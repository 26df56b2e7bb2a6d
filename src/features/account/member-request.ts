import { type Answer, OFFLINE, request } from '../../data/session/request.ts';
import { accessToken } from '../../data/session/session.ts';

/**
 * A request by the signed-in member. Returns `OFFLINE` if no token is available now. A token that the server rejects is renewed, once for
 * all concurrent requests. If the session turns out to have ended, it reports that to the whole page and /auth says why.
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
  // The guard rejects before anything is done, so the same request can be repeated.
  return renewed ? request<T>(method, path, { ...options, token: renewed }) : OFFLINE;
}
