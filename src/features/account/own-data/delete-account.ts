import type { DELETE_WORD } from '../../../../schemas/account/delete-word.ts';
import type { Answer } from '../../../data/session/request.ts';
import { memberRequest } from '../member-request.ts';
import { whenPresent } from '../presence/presence.ts';

/**
 * Deletes the signed-in member's account with everything in it. After the answer the server keeps only hashes of its session secrets. An
 * account that was deleted already counts as deleted.
 */
export async function deleteAccount(confirmation: typeof DELETE_WORD): Promise<Answer<unknown>> {
  const answer = await whenPresent('delete', () => memberRequest('DELETE', '/api/profiles/me', { confirmation }));
  return !answer.ok && answer.code === 'ACCOUNT_DELETED' ? { ok: true, data: null } : answer;
}
