import { type Answer, request } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

/** Asks for another address for one's own account. It changes once the link that is sent there is confirmed. */
export const askForAddress = (body: { readonly email: string; readonly current_password: string }): Promise<Answer<unknown>> =>
  memberRequest('PUT', '/api/auth/user', body);

/** Uses up the link of the mail to the new address. */
export function confirmAddress(token: string): Promise<Answer<unknown>> {
  return request('POST', '/api/auth/confirm-address', { body: { token } });
}
