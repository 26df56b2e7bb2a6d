import type { ContactMessage } from '../../../schemas/contact/contact.ts';
import { type Answer, request } from '../../data/request.ts';
import { accessToken } from '../../data/session.ts';

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;

/** The server was not reached, or says that it cannot answer now. Its own code is an answer, and stays the same. */
const isPassing = (answer: Extract<Answer<unknown>, { ok: false }>): boolean =>
  answer.code === 'OFFLINE' || answer.code === 'UNAVAILABLE' || answer.status === 502 || answer.status === 504;

/** Sends a message to whoever runs the server. It is one mail however often it takes, also when it is asked again with the same `id`. */
export async function sendContact({ subject, message }: ContactMessage, id: string): Promise<Answer<unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    const token = await accessToken();
    const answer: Answer<unknown> = token
      ? await request('POST', '/api/misc/contact', { body: { subject, message }, token, idempotencyKey: id })
      : { ok: false, status: 0, code: 'OFFLINE', message: '' };
    if (answer.ok || !isPassing(answer) || attempt === ATTEMPTS || !navigator.onLine) return answer;
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (attempt - 1)));
  }
}
