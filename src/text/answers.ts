import { isErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';
import type { Answer } from '../data/request.ts';
import { authText } from './auth.ts';

export const UNEXPECTED_ERROR = 'An unexpected error occurred.';

/** What a failed answer means to a member, where it brought no words of its own. */
export const statusText = (status: number): string => (isErrorStatus(status) ? statusWording[status] : UNEXPECTED_ERROR);

/** What a member reads when a request about their account did not succeed. The server's own words where it was reached. */
export function answerText(answer: Extract<Answer<unknown>, { ok: false }>): string {
  if (answer.code === 'OFFLINE') return authText.network;
  return answer.message || statusText(answer.status);
}
