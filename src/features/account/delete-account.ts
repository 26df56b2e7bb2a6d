import type { DELETE_WORD } from '../../../schemas/account/account.ts';
import type { Answer } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

/** Deletes the signed-in member's account with everything in it. After the answer the server keeps only hashes of its session secrets. */
export const deleteAccount = (body: {
  readonly confirmation: typeof DELETE_WORD;
  readonly current_password?: string;
}): Promise<Answer<unknown>> => memberRequest('DELETE', '/api/profiles/me', body);
