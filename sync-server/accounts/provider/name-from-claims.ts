import { displayNameSchema } from '../../../schemas/account/account.ts';
import { PROFILE_NAME_MAX } from '../../../schemas/account/account-limits.ts';
import { isBlank } from '../../../schemas/base/text.ts';

/** The visible part of a text, cut to the length that a name may have. */
function visiblePart(text: string): string {
  const visible = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu, '');
  let short = visible.trim();
  // Removes whole code points: half of a surrogate pair is not text.
  for (const letter of [...short].reverse()) {
    if (short.length <= PROFILE_NAME_MAX) break;
    short = short.slice(0, -letter.length);
  }
  return short.trim();
}

/** The first of these that a sign-up would accept as a name, as it is or without invisible characters. Otherwise the part before the @. */
export function nameFromClaims(names: readonly unknown[], email: string): string {
  const texts = names.filter((name): name is string => typeof name === 'string' && !isBlank(name));
  for (const text of texts) {
    for (const candidate of [text, visiblePart(text)]) {
      const parsed = displayNameSchema.safeParse(candidate);
      if (parsed.success) return parsed.data;
    }
  }
  return email.slice(0, email.lastIndexOf('@'));
}
