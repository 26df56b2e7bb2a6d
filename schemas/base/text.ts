import * as z from 'zod/mini';

/** Postgres stores no NUL, and UTF-8 cannot encode half of a surrogate pair: the stored text would differ from the text that was sent. */
const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** A separate check, so that such a text is refused with words where it is typed or pasted, instead of failing later. */
export const storableText = z.refine<string>(isStorableText);

/**
 * Any character that shows something on the screen by itself. Spaces, controls, format characters, fillers and marks without a letter do
 * not, nor do three characters that count as signs although nothing is drawn for them.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC]/u;

/** Whether a reader would see nothing of this text. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** A text as it is stored: trimmed, and empty if nothing of it is visible. A required text is then refused as if it had been left empty. */
export const visibleText = z.overwrite<string>((text) => (isBlank(text) ? '' : text.trim()));

/**
 * Characters that the eye does not find: controls, line breaks, marks that reverse the direction of a text, and characters without a shape.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Where such characters are part of what is visible: the flag of a part of a country, an emoji made of several (a family, a red heart), a
 * mark that joins a letter to the next (Sinhala), and a separator between two letters of the Arabic script (Persian).
 */
const SHAPING =
  /\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F}|(?:\p{Emoji}|(?!\p{Default_Ignorable_Code_Point})\p{M})\uFE0F?\u200D?|\p{Script=Arabic}\u200C(?=\p{Script=Arabic})/gu;

const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text.replace(SHAPING, ''));

/** Identifies this reason of a refusal, so that the code that shows it can choose the words. */
export const HIDDEN_CHARACTERS = 'HIDDEN_CHARACTERS';

/** For names and addresses: invisible characters must not distinguish two that look alike, nor reverse the sentence around them. */
export const noHiddenCharacters = z.refine<string>((text) => !hasHiddenCharacters(text), HIDDEN_CHARACTERS);

/** Whether hidden characters are among the reasons of this refusal. */
export const isHiddenCharacters = (error: { readonly issues: readonly { readonly message: string }[] } | undefined): boolean =>
  error?.issues.some(({ message }) => message === HIDDEN_CHARACTERS) === true;

/** Whether all texts in a parsed JSON value can be stored, at any depth. */
export function isStorable(value: unknown): boolean {
  // No recursion: the sender chooses how deep a body is nested.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && !isStorableText(one)) return false;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return true;
}
