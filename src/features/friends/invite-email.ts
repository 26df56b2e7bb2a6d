import { emailSchema } from '../../../schemas/account/account.ts';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { friendText } from '../../text/friends.ts';

/** The id of a member that somebody typed or pasted in place of an address: what has no @. */
export function typedMember(typed: string): string | undefined {
  const id = uuidSchema.safeParse(typed.trim().toLowerCase());
  return id.success ? id.data : undefined;
}

/** What is wrong with an address, or an id, as it was typed; null where it can be sent. */
export function inviteEmailError(typed: string): string | null {
  if (isBlank(typed)) return friendText.addressMissing;
  if (typedMember(typed)) return null;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return answerWording.HIDDEN_CHARACTERS;
  return success ? null : friendText.addressInvalid;
}
