import { type Answer, request } from '../../data/request.ts';
import { signedInMember, userUpdated } from '../../data/session.ts';
import { memberRequest } from './member-request.ts';

/** Asks for another address for one's own account. It changes once the link that is sent there is confirmed. */
export const askForAddress = (body: { readonly email: string; readonly current_password: string }): Promise<Answer<unknown>> =>
  memberRequest('PUT', '/api/auth/user', body);

/** Uses up the link of the mail to the new address. */
export async function confirmAddress(token: string): Promise<Answer<unknown>> {
  const answer = await request('POST', '/api/auth/confirm-address', { body: { token } });
  // Nobody waits for it: the address comes by sync as well.
  if (answer.ok && signedInMember() !== undefined) void readOwnAddress();
  return answer;
}

/** The link says not whose it is: perhaps of who is signed in here. */
async function readOwnAddress(): Promise<void> {
  const answer = await memberRequest<{ id: string; email: string }>('GET', '/api/profiles/me');
  if (answer.ok && answer.data.id === signedInMember()) userUpdated('email', { email: answer.data.email });
}
