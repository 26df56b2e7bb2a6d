import { type Answer, request } from '../../data/request.ts';
import { accessToken } from '../../data/session.ts';

/** Asks for another address for one's own account. It changes once the link that is sent there is confirmed. */
export async function askForAddress(body: { readonly email: string; readonly current_password: string }): Promise<Answer<unknown>> {
  const token = await accessToken();
  if (!token) return { ok: false, status: 0, code: 'OFFLINE', message: '' };
  return request('PUT', '/api/auth/user', { body, token });
}

/** Uses up the link of the mail to the new address. */
export function confirmAddress(token: string): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/confirm-address', { body: { token } });
}
