import * as z from 'zod/mini';
import { oneEmoji } from '../reactions/one-emoji.ts';
import { EMOJI_MAX } from '../reactions/reaction.ts';

/**
 * The emoji of a group as somebody writes it, taken as it is stored: exactly one, as for a reaction, and fully qualified. Null takes it
 * away. Where none is named the group keeps its own: clients that know of none change nothing about it.
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
