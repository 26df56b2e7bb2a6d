import * as z from 'zod/mini';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { COMMENT_CONTENT_MAX } from './comment-limits.ts';

/**
 * A deleted comment stays as a tombstone: `is_deleted`, with empty content. The row carries the author's name and image, because readers of
 * the post need not have the author in their network.
 */
export const comment = entity({
  key: { id: uuidSchema, post_id: uuidSchema, author_id: uuidSchema },
  text: { content: z.string().check(visibleText, z.minLength(1), z.maxLength(COMMENT_CONTENT_MAX), storableText) },
  emptied: { content: z.string().check(z.maxLength(COMMENT_CONTENT_MAX)) },
  facts: { created_at: timestampSchema, edited_at: z.nullable(timestampSchema), is_deleted: z.boolean() },
  shown: { author_name: z.string(), author_profile_image_url: z.nullable(z.string()) },
  example: {
    id: '0190a0b0-2000-7000-8000-000000000001',
    post_id: '0190a0b0-1000-7000-8000-000000000001',
    author_id: '0190a0b0-0000-7000-8000-0000000000b2',
    author_name: 'Ben',
    author_profile_image_url: null,
    content: 'I bring the cream.',
    created_at: '2026-11-24T08:00:00.000Z',
    edited_at: null,
    is_deleted: false,
  },
});
/** A comment on the wire and in `comments`. */
export type Comment = z.infer<typeof comment.row>;
export type NewComment = z.infer<typeof comment.creation>;
export type CommentText = z.infer<typeof comment.text>;
export type CommentChange = z.infer<typeof comment.textChange>;
