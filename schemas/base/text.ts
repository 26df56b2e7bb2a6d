/** Postgres stores no NUL, and UTF-8 cannot encode half of a surrogate pair: the stored text would differ from the text that was sent. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/**
 * Any character that shows something on the screen by itself. Spaces, controls, format characters, fillers and marks without a letter do
 * not, nor do three characters that count as signs although nothing is drawn for them.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC]/u;

/** Whether a reader would see nothing of this text. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

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

/** Whether this text has such characters where nothing visible needs them. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text.replace(SHAPING, ''));

/** Identifies this reason of a refusal, so that the code that shows it can choose the words. */
export const HIDDEN_CHARACTERS = 'HIDDEN_CHARACTERS';

type Issues = { readonly issues: readonly { readonly message: string }[] } | undefined;

/** Whether hidden characters are among the reasons of this refusal. */
export const isHiddenCharacters = (error: Issues): boolean => error?.issues.some(({ message }) => message === HIDDEN_CHARACTERS) === true;

/** Identifies this reason of a refusal, as `HIDDEN_CHARACTERS` does. */
export const UNUSUAL_CAPITALS = 'UNUSUAL_CAPITALS';

/** Whether capitals other than A to Z are among the reasons of this refusal. */
export const isUnusualCapitals = (error: Issues): boolean => error?.issues.some(({ message }) => message === UNUSUAL_CAPITALS) === true;

/** No honest value nests deeper than a few levels. Code that follows a value by recursion would fail on a deep one. */
export const MAX_NESTING = 50;

/** The values of a parsed JSON value by depth, from itself inwards. No recursion: the sender chooses how deep a body is nested. */
function* levelsOf(value: unknown): Generator<readonly unknown[]> {
  for (let level: unknown[] = [value]; level.length > 0; ) {
    yield level;
    const inner: unknown[] = [];
    for (const one of level) if (typeof one === 'object' && one !== null) for (const each of Object.values(one)) inner.push(each);
    level = inner;
  }
}

/** Whether a parsed JSON value can be stored: all texts in it, at any depth, and the depth itself. */
export function isStorable(value: unknown): boolean {
  let depth = 0;
  for (const level of levelsOf(value)) {
    depth += 1;
    if (depth > MAX_NESTING) return false;
    for (const one of level) if (typeof one === 'string' && !isStorableText(one)) return false;
  }
  return true;
}

/** quotes, colon and comma around a value and its key */
const JSON_OF_A_VALUE = 6;

/** How long a parsed JSON value is, in characters: about what its JSON has. */
export function lengthOf(value: unknown): number {
  let length = 0;
  for (const level of levelsOf(value)) {
    for (const one of level) {
      if (typeof one === 'string') length += one.length;
      else if (typeof one === 'object' && one !== null) for (const key in one) length += key.length + JSON_OF_A_VALUE;
      else length += String(one).length;
    }
  }
  return length;
}
