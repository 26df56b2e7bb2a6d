import type { DELETE_WORD } from '../../../schemas/account/account.ts';
import type { Answer } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

/** Deletes one's own account with everything in it. Once it is answered nothing of it is left on the server. */
export const deleteAccount = (body: {
  readonly confirmation: typeof DELETE_WORD;
  readonly current_password?: string;
}): Promise<Answer<unknown>> => memberRequest('DELETE', '/api/profiles/me', body);
