import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

export const COMMENT_CONTENT_MAX = 5000;

export const commentContentSchema = z.string().check(visibleText, z.minLength(1), z.maxLength(COMMENT_CONTENT_MAX), storableText);

/**
 * A comment as it is sent. A deleted one stays as a tombstone: `is_deleted`, with empty content. The row carries the author's name and
 * image, because readers of the post need not have the author in their network.
 */
export const commentSchema = z.object({
  id: uuidSchema,
  post_id: uuidSchema,
  author_id: uuidSchema,
  author_name: z.string(),
  author_profile_image_url: z.nullable(z.string()),
  content: z.string().check(z.maxLength(COMMENT_CONTENT_MAX)),
  created_at: timestampSchema,
  edited_at: z.nullable(timestampSchema),
  is_deleted: z.boolean(),
});
export type Comment = z.infer<typeof commentSchema>;
