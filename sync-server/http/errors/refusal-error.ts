import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { HttpError } from './http-error.ts';
import { refusalAnswers } from './refusal-answers.ts';

/** A refusal as a REST error, to be thrown when it is found before any command runs. */
export function refusalError(code: RefusalCode): HttpError {
  const { status, message } = refusalAnswers[code];
  return new HttpError(status, { code, message: message ?? refusalWording[code] });
}
