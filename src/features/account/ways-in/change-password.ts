import type { Answer } from '../../../data/session/request.ts';
import { userUpdated } from '../../../data/session/session.ts';
import { memberRequest } from '../member-request.ts';
import { whenPresent } from '../presence/presence.ts';

/** Changes the password of the signed-in member. The server signs out all their other devices. */
export async function changePassword(password: string): Promise<Answer<unknown>> {
  const answer = await whenPresent('password', () => memberRequest('PUT', '/api/auth/user', { password }));
  if (answer.ok) userUpdated('password');
  return answer;
}
