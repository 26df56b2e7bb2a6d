import { isErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';
import type { Failure } from '../data/session/request.ts';
import { authText } from './auth.ts';

export const UNEXPECTED_ERROR = 'An unexpected error occurred.';

/** What a failed answer means to a member, if it contains no text of its own. */
export const statusText = (status: number): string => (isErrorStatus(status) ? statusWording[status] : UNEXPECTED_ERROR);

/** What a member reads when a request about their account fails. The server's own text if the server was reached. */
export function answerText(answer: Failure): string {
  if (answer.code === 'OFFLINE') return authText.network;
  return answer.message || statusText(answer.status);
}
