import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';

export const reactionTargetTypes = ['post', 'comment', 'message'] as const;
export const reactionTargetSchema = z.enum(reactionTargetTypes);
export type ReactionTarget = z.infer<typeof reactionTargetSchema>;

export const EMOJI_MAX = 64;
/** One emoji, including sequences. Anything else is refused, so that a reaction can never carry a text. */
export const emojiSchema = z
  .string()
  .check(
    z.maxLength(EMOJI_MAX),
    z.regex(
      /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D|\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}])*)$/u,
    ),
  );

/** The fifteen emoji of the picker on posts and comments, in its order. */
export const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏', '👏', '🎉', '🔥', '🤗', '😍', '🤔', '💪', '🥳', '😡'] as const;
/** The six emoji of the picker on group messages. */
export const quickMessageEmoji = ['👍', '❤️', '😂', '😮', '😢', '😡'] as const;

export const reactionSchema = z.object({
  /** `joinId(target_id, user_id, emoji_code)` */
  id: z.string().check(z.maxLength(140)),
  target_type: reactionTargetSchema,
  target_id: uuidSchema,
  user_id: uuidSchema,
  emoji_code: emojiSchema,
  user_name: z.string(),
  user_profile_image: z.nullable(z.string()),
  created_at: timestampSchema,
});
export type Reaction = z.infer<typeof reactionSchema>;
export type ReactionKey = Pick<Reaction, 'target_id' | 'user_id' | 'emoji_code'>;

/** The same member, target and emoji give the same id, so two devices that react offline write the same document. */
export const reactionId = (key: ReactionKey): string => joinId(key.target_id, key.user_id, key.emoji_code);
