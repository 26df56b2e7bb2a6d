import type { Answer } from '../../data/request.ts';
import { userUpdated } from '../../data/session.ts';
import { memberRequest } from './member-request.ts';

/** Changes the password of the signed-in member. The server signs out all their other devices. */
export async function changePassword(body: { readonly password: string; readonly current_password: string }): Promise<Answer<unknown>> {
  const answer = await memberRequest('PUT', '/api/auth/user', body);
  if (answer.ok) userUpdated('password');
  return answer;
}
