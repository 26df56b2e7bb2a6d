/** Sends REST requests, checks each answer against the document, and collects which declared answers occurred. */
import { checkAnswer } from '../support/answer-check.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';

export interface Asker {
  readonly client: ApiClient;
}

/** `path` is without `/api`. A body that is a text or bytes is sent unchanged. */
export type Ask = (by: Asker, method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;

/** Adds each answer that occurred to `reached`, as `operation status`. */
export const askNoting =
  (reached: Set<string>): Ask =>
  async ({ client }, method, path, body, headers = {}) => {
    const answer = await client.call(method, `/api${path}`, body, headers);
    const answerName = checkAnswer(method, `/api${path}`, answer);
    if (answerName !== null) reached.add(answerName);
    return answer;
  };

/** Matches an answer with this status. */
export const is = (status: number) => ({ status });
