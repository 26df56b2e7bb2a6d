const AT_MOST = 5;
/** Longer than five of the longest emoji, and short enough to be searched at every drawing of a text. */
const LONGEST = 200;

const picture = String.raw`(?:\p{ExtPict}(?:\ufe0f|\p{EMod})|(?!\p{RI})\p{EPres})`;
/** A flag, a key, or a picture with its tone, its tags and what is joined to it. A letter that may also be text, such as ©, is none. */
const emoji = String.raw`(?:\p{RI}{2}|[0-9#*]\ufe0f\u20e3|${picture}[\u{e0020}-\u{e007f}]*(?:\u200d${picture})*)`;
// Whether an emoji is one that systems know does not matter here, and the engine's own list of these takes long to load.
const alone = new RegExp(String.raw`^\s*(?:${emoji}\s*){1,${AT_MOST}}$`, 'u');

/** Whether a text consists of emoji alone, and of no more than five: it is shown large. */
export const isEmojiAlone = (text: string): boolean => text.length <= LONGEST && alone.test(text);
