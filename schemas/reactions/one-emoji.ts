/**
 * A reaction is exactly one emoji out of those that are recommended for general interchange (Unicode Technical Standard 51), fully
 * qualified. So ❤ and ❤️ are one reaction, not two.
 */

// biome-ignore lint/complexity/useRegexLiterals: an engine that does not know the flag must still load this file
const recommended = new RegExp('^\\p{RGI_Emoji}$', 'v');
const EMOJI_STYLE = '\uFE0F';

/**
 * Adds the selector of the emoji style where UTS 51 requires it: after a character that is shown as text without it, unless a skin tone
 * follows.
 */
function qualified(text: string): string {
  const letters = [...text.replaceAll(EMOJI_STYLE, '')];
  return letters
    .map((letter, at) => {
      const isText = /\p{Emoji}/u.test(letter) && !/\p{Emoji_Presentation}|\p{Emoji_Modifier}/u.test(letter);
      return isText && !/\p{Emoji_Modifier}/u.test(letters[at + 1] ?? '') ? letter + EMOJI_STYLE : letter;
    })
    .join('');
}

/** The text as one fully qualified emoji; null if it is not exactly one. */
export function oneEmoji(text: string): string | null {
  const whole = qualified(text);
  return recommended.test(whole) ? whole : null;
}
