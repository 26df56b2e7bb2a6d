import * as z from 'zod/mini';
import { oneEmoji } from '../reactions/one-emoji.ts';
import { EMOJI_MAX } from '../reactions/reaction-limits.ts';

/**
 * The emoji of a group as a client sends it, converted to its stored form: exactly one, as for a reaction, and fully qualified. Null
 * removes it. If the field is missing, the group keeps its emoji: clients that do not know the field change nothing.
 */
export const groupEmojiInput = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(
        z.maxLength(EMOJI_MAX),
        z.refine((text) => oneEmoji(text) !== null),
      ),
      z.transform((text: string) => oneEmoji(text) ?? text),
    ),
  ),
);
