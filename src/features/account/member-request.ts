import { type Answer, request } from '../../data/request.ts';
import { accessToken } from '../../data/session.ts';

/** A request of the member who is signed in; `OFFLINE` where there is no token to be had now. */
export async function memberRequest<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer<T>> {
  const token = await accessToken();
  if (!token) return { ok: false, status: 0, code: 'OFFLINE', message: '' };
  return request<T>(method, path, { token, ...(body === undefined ? {} : { body }) });
}
