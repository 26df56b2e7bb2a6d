import { displayNameSchema, PROFILE_NAME_MAX } from '../../schemas/account/account.ts';
import { isBlank } from '../../schemas/base/text.ts';

/** What is seen of a text: what nobody sees in it is left out, and it is as long as a name may be. */
function seen(text: string): string {
  const visible = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu, '');
  let short = visible.trim();
  // Letter by letter: half of one is no text.
  for (const letter of [...short].reverse()) {
    if (short.length <= PROFILE_NAME_MAX) break;
    short = short.slice(0, -letter.length);
  }
  return short.trim();
}

/** The first of these that is a name by the rules of a sign-up, as it is or without what nobody sees; else what stands before the @. */
export function nameFromClaims(names: readonly unknown[], email: string): string {
  const texts = names.filter((name): name is string => typeof name === 'string' && !isBlank(name));
  for (const text of texts) {
    for (const candidate of [text, seen(text)]) {
      const parsed = displayNameSchema.safeParse(candidate);
      if (parsed.success) return parsed.data;
    }
  }
  return email.slice(0, email.lastIndexOf('@'));
}
