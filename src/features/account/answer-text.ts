import type { Answer } from '../../data/request.ts';
import { authText } from '../../text/auth-text.ts';
import { statusText } from '../../text/status-text.ts';

/** What a member reads when a request about their account did not succeed. The server's own words where it was reached. */
export function answerText(answer: Extract<Answer<unknown>, { ok: false }>): string {
  if (answer.code === 'OFFLINE') return authText.network;
  return answer.message || statusText(answer.status);
}
