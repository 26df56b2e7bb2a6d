import * as z from 'zod/mini';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { notificationTypes } from './notification-types.ts';

export const notificationTypeSchema = z.enum(notificationTypes);

/** Something that happened, for the member who should know. It carries ids, never a copy of anybody's text. */
export const notification = entity({
  key: { id: uuidSchema, user_id: uuidSchema },
  text: {},
  facts: {
    notification_type: notificationTypeSchema,
    is_read: z.boolean(),
    created_at: timestampSchema,
    related_user_id: z.nullable(uuidSchema),
    related_post_id: z.nullable(uuidSchema),
    related_comment_id: z.nullable(uuidSchema),
    related_group_id: z.nullable(uuidSchema),
    related_invitation_id: z.nullable(uuidSchema),
    /** the emoji of a reaction */
    emoji_code: z.nullable(z.string()),
  },
  shown: { related_user_name: z.nullable(z.string()), related_user_profile_image_url: z.nullable(z.string()) },
  example: {
    id: '0190a0b0-6000-7000-8000-000000000001',
    user_id: '0190a0b0-0000-7000-8000-0000000000a1',
    notification_type: 'post_commented',
    is_read: false,
    created_at: '2026-11-24T08:00:00.000Z',
    related_user_id: '0190a0b0-0000-7000-8000-0000000000b2',
    related_user_name: 'Ben',
    related_user_profile_image_url: null,
    related_post_id: '0190a0b0-1000-7000-8000-000000000001',
    related_comment_id: '0190a0b0-2000-7000-8000-000000000001',
    related_group_id: null,
    related_invitation_id: null,
    emoji_code: null,
  },
});
export type Notification = z.infer<typeof notification.row>;
