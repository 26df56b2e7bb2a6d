import { type Answer, request } from '../../../data/session/request.ts';
import { signedInMember, userUpdated } from '../../../data/session/session.ts';
import { memberRequest } from '../member-request.ts';
import { whenPresent } from '../presence/presence.ts';

/** Requests another address for the signed-in member's account. The address changes once the link sent to it is confirmed. */
export const askForAddress = (email: string): Promise<Answer<unknown>> =>
  whenPresent('email', () => memberRequest('PUT', '/api/auth/user', { email }));

/** Consumes the link from the mail to the new address. */
export async function confirmAddress(token: string): Promise<Answer<unknown>> {
  const answer = await request('POST', '/api/auth/confirm-address', { body: { token } });
  // Not awaited: the address also arrives by sync.
  if (answer.ok && signedInMember() !== undefined) void readOwnAddress();
  return answer;
}

/** The link does not say whose account it belongs to. It may belong to the signed-in member. */
async function readOwnAddress(): Promise<void> {
  const answer = await memberRequest<{ id: string; email: string }>('GET', '/api/profiles/me');
  if (answer.ok && answer.data.id === signedInMember()) userUpdated('email', { email: answer.data.email });
}
