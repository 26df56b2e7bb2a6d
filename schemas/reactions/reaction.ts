import * as z from 'zod/mini';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { EMOJI_MAX } from './reaction-limits.ts';
import { reactionTargetTypes } from './reaction-target.ts';

export const reactionTargetSchema = z.enum(reactionTargetTypes);

/** One emoji, including sequences. Anything else is refused, so that a reaction can never carry a text. */
export const emojiSchema = z
  .string()
  .check(
    z.maxLength(EMOJI_MAX),
    z.regex(
      /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D|\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}])*)$/u,
    ),
  );

/** A reaction is made and removed, never changed. */
export const reaction = entity({
  key: {
    /** `joinId(target_id, user_id, emoji_code)` */
    id: z.string().check(z.maxLength(140)),
    target_type: reactionTargetSchema,
    target_id: uuidSchema,
    user_id: uuidSchema,
    emoji_code: emojiSchema,
  },
  text: {},
  facts: { created_at: timestampSchema },
  shown: { user_name: z.string(), user_profile_image: z.nullable(z.string()) },
  example: {
    id: '0190a0b0-1000-7000-8000-000000000001|0190a0b0-0000-7000-8000-0000000000b2|👍',
    target_type: 'post',
    target_id: '0190a0b0-1000-7000-8000-000000000001',
    user_id: '0190a0b0-0000-7000-8000-0000000000b2',
    emoji_code: '👍',
    user_name: 'Ben',
    user_profile_image: null,
    created_at: '2026-11-24T08:00:00.000Z',
  },
});
export type Reaction = z.infer<typeof reaction.row>;
export type NewReaction = z.infer<typeof reaction.creation>;
