import type { RefusalCode } from '../../schemas/base/refusal.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { HttpError } from './http-error.ts';
import { refusalAnswers } from './refusal-answers.ts';

/** A refusal as REST answers it, to be thrown where it is found out before any command runs. */
export function refusalError(code: RefusalCode): HttpError {
  const { status, message } = refusalAnswers[code];
  return new HttpError(status, { code, message: message ?? refusalWording[code] });
}
