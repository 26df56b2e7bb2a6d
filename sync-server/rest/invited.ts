import { emailSchema } from '../../schemas/account/account.ts';
import { uuidSchema } from '../../schemas/base/ids.ts';
import { isHiddenCharacters, isUnusualCapitals } from '../../schemas/base/text.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { HttpError } from '../http/errors/http-error.ts';
import { hiddenCharacters, unusualCapitals } from '../http/read-body.ts';

/** Whom an invitation is for. Typed text with an @ is an address, other text is the id of a member. */
export function invited(body: {
  readonly email?: string | undefined;
  readonly user_id?: string | undefined;
}): { readonly email: string } | { readonly member: string } {
  const typed = (body.email ?? body.user_id ?? '').trim();
  if (typed === '') throw new HttpError(422, { message: answerWording.ADDRESS_MISSING });
  if (typed.includes('@')) {
    const email = emailSchema.safeParse(typed);
    if (isHiddenCharacters(email.error)) throw hiddenCharacters();
    if (isUnusualCapitals(email.error)) throw unusualCapitals();
    if (!email.success) throw new HttpError(422, { message: answerWording.ADDRESS_INVALID });
    return { email: email.data };
  }
  const member = uuidSchema.safeParse(typed.toLowerCase());
  if (!member.success) throw new HttpError(422, { message: answerWording.ADDRESS_INVALID });
  return { member: member.data };
}
