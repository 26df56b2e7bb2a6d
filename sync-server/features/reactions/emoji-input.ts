import * as z from 'zod/mini';
import { oneEmoji } from '../../../schemas/reactions/one-emoji.ts';

/** An emoji as somebody writes it, taken as it is stored. */
export const emojiInput = z.pipe(
  z.string().check(z.refine((text) => oneEmoji(text) !== null)),
  z.transform((text: string) => oneEmoji(text) ?? text),
);
