import * as z from 'zod/mini';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { photosSchema } from '../images/photo.ts';
import { MESSAGE_CONTENT_MAX } from './message-limits.ts';

/**
 * A message of a group chat. A deleted one stays as a tombstone: `is_deleted`, with empty content and no photos. A quoted message is joined
 * by `reply_to_id` when it is read, never copied.
 */
export const groupMessage = entity({
  key: { id: uuidSchema, group_id: uuidSchema, sender_id: uuidSchema, reply_to_id: z.nullable(uuidSchema) },
  text: {
    /** empty where there are photos, and in a deleted message */
    content: z.string().check(visibleText, z.maxLength(MESSAGE_CONTENT_MAX), storableText),
    photos: photosSchema,
  },
  facts: { created_at: timestampSchema, edited_at: z.nullable(timestampSchema), is_deleted: z.boolean() },
  shown: { sender_name: z.string(), sender_profile_image_url: z.nullable(z.string()) },
  images: ['photos'],
  author: 'sender_id',
  example: {
    id: '0190a0b0-4000-7000-8000-000000000001',
    group_id: '0190a0b0-3000-7000-8000-000000000001',
    sender_id: '0190a0b0-0000-7000-8000-0000000000a1',
    sender_name: 'Ana',
    sender_profile_image_url: null,
    content: 'Who comes along?',
    photos: [],
    reply_to_id: null,
    created_at: '2026-11-24T08:00:00.000Z',
    edited_at: null,
    is_deleted: false,
  },
});
/** The text of a new message before anything was typed or chosen. */
export const blankMessage: z.infer<typeof groupMessage.text> = { content: '', photos: [] };

/** A message on the wire and in `group_messages`. */
export type GroupMessage = z.infer<typeof groupMessage.row>;
export type NewGroupMessage = z.infer<typeof groupMessage.creation>;
export type MessageText = z.infer<typeof groupMessage.text>;
