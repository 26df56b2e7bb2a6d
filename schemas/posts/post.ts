import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

export const POST_CONTENT_MAX = 5000;
/** A card in the feed shows this many characters, then 'Read more'. */
export const POST_PREVIEW_LENGTH = 200;
export const FEED_PAGE_SIZE = 20;

export const visibilityTypes = ['friends', 'friends_of_friends', 'specific', 'public', 'private'] as const;
export const visibilitySchema = z.enum(visibilityTypes);
export type VisibilityType = z.infer<typeof visibilitySchema>;

/** The text of a post as it is stored: trimmed, 1 to 5000 UTF-16 code units. */
export const postContentSchema = z.string().check(visibleText, z.minLength(1), z.maxLength(POST_CONTENT_MAX), storableText);

/** A post as it is sent, and as it is stored in `posts`. `specific_user_ids` is empty unless the audience is `specific`. */
export const postSchema = z.object({
  id: uuidSchema,
  author_id: uuidSchema,
  content: postContentSchema,
  visibility_type: visibilitySchema,
  specific_user_ids: z.array(uuidSchema).check(z.maxLength(64)),
  created_at: timestampSchema,
  edited_at: z.nullable(timestampSchema),
});
export type Post = z.infer<typeof postSchema>;
