import { emailSchema } from '../../../../schemas/account/account.ts';
import { uuidSchema } from '../../../../schemas/base/ids.ts';
import { isBlank, isHiddenCharacters, isUnusualCapitals } from '../../../../schemas/base/text.ts';
import { answerWording } from '../../../../schemas/wording/answer-wording.ts';
import { friendText } from '../../../text/friends.ts';

/** The member id, if the typed or pasted text is one instead of an address. */
export function typedMember(typed: string): string | undefined {
  const id = uuidSchema.safeParse(typed.trim().toLowerCase());
  return id.success ? id.data : undefined;
}

/** The error for a typed address or member id; null if it can be sent. */
export function inviteEmailError(typed: string): string | null {
  if (isBlank(typed)) return friendText.addressMissing;
  if (typedMember(typed)) return null;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return answerWording.HIDDEN_CHARACTERS;
  if (isUnusualCapitals(error)) return answerWording.UNUSUAL_CAPITALS;
  return success ? null : friendText.addressInvalid;
}
