/**
 * Some acts take a member who has just shown that they are there: the server refuses them to a session that is only open. `whenPresent`
 * runs such an act. If the server refuses it, one sheet asks (`presence-sheet.tsx`), and then the act goes on.
 */
import { createTopic } from '../../../../schemas/base/topic.ts';
import type { Answer } from '../../../data/session/request.ts';
import { onSessionEvent } from '../../../data/session/session.ts';
import { presenceText } from '../../../text/presence.ts';
import { keepAuthError } from '../auth-error-message.ts';
import { memberRequest } from '../member-request.ts';

/** The sheets of the settings in which something asks for presence. A member who goes to the provider comes back to the same one. */
export const presenceSheets = ['email', 'password', 'devices', 'passkeys', 'code', 'export', 'delete'] as const;
export type PresenceSheetName = (typeof presenceSheets)[number];

interface Question {
  readonly from: PresenceSheetName;
  readonly answered: Promise<boolean>;
  readonly answer: (shown: boolean) => void;
}

let question: Question | null = null;
const changed = createTopic();

export const openQuestion = (): Question | null => question;
export const onQuestion = changed.subscribe;

function ask(from: PresenceSheetName): Promise<boolean> {
  if (question) return question.answered;
  let answer: Question['answer'] = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  question = { from, answered, answer };
  changed.announce();
  return answered;
}

/** Ends the question. What waits for it goes on if presence was shown, and else is not done. */
export function answerQuestion(shown: boolean): void {
  const ended = question;
  question = null;
  changed.announce();
  ended?.answer(shown);
}

/** The answer to an act that was not done, because its member did not show that they are there. */
const notShown = { ok: false, status: 403, code: 'PRESENCE_NOT_SHOWN', message: presenceText.cancelled } as const;

/** Runs the act; if it needs presence, asks for that and runs it again. `from` is the sheet in which the member is. */
export async function whenPresent<T>(from: PresenceSheetName, act: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await act();
  if (answer.ok || answer.code !== 'PRESENT_PASSWORD_MISSING') return answer;
  return (await ask(from)) ? act() : notShown;
}

/** Sends one proof to the server. */
export async function showPresence(proof: object): Promise<Answer<unknown>> {
  const answer = await memberRequest('POST', '/api/auth/presence', proof);
  if (!answer.ok && answer.code === 'PRESENT_PASSWORD_TOO_OFTEN') {
    // The session has ended. The sign-in page, which opens as soon as a request learns of it, says why.
    const leave = onSessionEvent(({ type }) => {
      if (type !== 'SIGNED_OUT') return;
      leave();
      keepAuthError(answer.message);
    });
    void memberRequest('GET', '/api/auth/sessions');
  }
  return answer;
}
