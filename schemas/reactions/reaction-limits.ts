/** The longest emoji, in UTF-16 code units. */
export const EMOJI_MAX = 64;
