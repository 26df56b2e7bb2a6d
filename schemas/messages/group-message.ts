import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

export const MESSAGE_CONTENT_MAX = 5000;
export const MESSAGE_PAGE_SIZE = 20;

export const messageContentSchema = z.string().check(visibleText, z.minLength(1), z.maxLength(MESSAGE_CONTENT_MAX), storableText);

/**
 * A message of a group chat. A deleted one stays as a tombstone: `is_deleted`, with empty content. A quoted message is joined by
 * `reply_to_id` when it is read, never copied.
 */
export const groupMessageSchema = z.object({
  id: uuidSchema,
  group_id: uuidSchema,
  sender_id: uuidSchema,
  sender_name: z.string(),
  sender_profile_image_url: z.nullable(z.string()),
  content: z.string().check(z.maxLength(MESSAGE_CONTENT_MAX)),
  reply_to_id: z.nullable(uuidSchema),
  created_at: timestampSchema,
  edited_at: z.nullable(timestampSchema),
  is_deleted: z.boolean(),
});
export type GroupMessage = z.infer<typeof groupMessageSchema>;
