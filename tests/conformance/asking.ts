/** Asks by REST as anybody may, holds each answer against the document, and notes which of the declared answers came. */
import { checkAnswer } from '../support/answer-check.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';

export interface Asker {
  readonly client: ApiClient;
}

/** `path` is without `/api`. A body that is a text or bytes is sent as it is. */
export type Ask = (by: Asker, method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;

/** Which answers came is added to `reached`, as `operation status`. */
export const askNoting =
  (reached: Set<string>): Ask =>
  async ({ client }, method, path, body, headers = {}) => {
    const answer = await client.call(method, `/api${path}`, body, headers);
    const what = checkAnswer(method, `/api${path}`, answer);
    if (what !== null) reached.add(what);
    return answer;
  };

/** What an answer of this status matches. */
export const is = (status: number) => ({ status });
