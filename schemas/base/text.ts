import * as z from 'zod/mini';

/** Postgres keeps no NUL, and UTF-8 has no form for half a pair of surrogates: what is stored would be another text than was sent. */
const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** As a check of its own, so that such a text is refused where it is typed or pasted, with words and not as a failure. */
export const storableText = z.refine<string>(isStorableText);

/**
 * All but what leaves nothing on the screen by itself: spaces, controls, what only formats, what fills a place, marks without a letter to
 * stand on, and three that count as signs although nothing is drawn for them.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC]/u;

/** Whether a reader would see nothing of this text. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** A text as it is kept: trimmed, and empty where nothing of it can be seen. What has to be written is then refused as what was not. */
export const visibleText = z.overwrite<string>((text) => (isBlank(text) ? '' : text.trim()));

/** What the eye does not find: controls, breaks of lines, what turns the direction of a text around, and characters without a shape. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Where such characters belong to what is seen: the flag of a part of a country, an emoji of several (a family, a red heart), a letter that
 * its marks join to the next (Sinhala), and two letters of the Arabic script that are kept apart (Persian).
 */
const SHAPING =
  /\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F}|(?:\p{Emoji}|(?!\p{Default_Ignorable_Code_Point})\p{M})\uFE0F?\u200D?|\p{Script=Arabic}\u200C(?=\p{Script=Arabic})/gu;

const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text.replace(SHAPING, ''));

/** Names the reason of a refusal, for whoever has the words. */
export const HIDDEN_CHARACTERS = 'HIDDEN_CHARACTERS';

/** For names and addresses: two that look alike are not told apart by what nobody sees, and none turns the sentence around that it stands in. */
export const noHiddenCharacters = z.refine<string>((text) => !hasHiddenCharacters(text), HIDDEN_CHARACTERS);

/** Whether this was refused, among other reasons perhaps, for what cannot be seen in it. */
export const isHiddenCharacters = (error: { readonly issues: readonly { readonly message: string }[] } | undefined): boolean =>
  error?.issues.some(({ message }) => message === HIDDEN_CHARACTERS) === true;

/** Whether all texts in a value that came as JSON can be stored, however deep they lie. */
export function isStorable(value: unknown): boolean {
  // No recursion: how deep a body is nested is its sender's choice.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && !isStorableText(one)) return false;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return true;
}
