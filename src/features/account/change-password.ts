import type { Answer } from '../../data/request.ts';
import { userUpdated } from '../../data/session.ts';
import { memberRequest } from './member-request.ts';

/** Sets another password for one's own account; all other devices of it are signed out. */
export async function changePassword(body: { readonly password: string; readonly current_password: string }): Promise<Answer<unknown>> {
  const answer = await memberRequest('PUT', '/api/auth/user', body);
  if (answer.ok) userUpdated('password');
  return answer;
}
