import * as z from 'zod/mini';
import { oneEmoji } from '../../../schemas/reactions/one-emoji.ts';

/** An emoji as a client sends it, converted to its stored form. */
export const emojiInput = z.pipe(
  z.string().check(z.refine((text) => oneEmoji(text) !== null)),
  z.transform((text: string) => oneEmoji(text) ?? text),
);
