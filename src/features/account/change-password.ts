import type { Answer } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

/** Sets another password for one's own account; all other devices of it are signed out. */
export const changePassword = (body: { readonly password: string; readonly current_password: string }): Promise<Answer<unknown>> =>
  memberRequest('PUT', '/api/auth/user', body);
