import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';

export const NOTIFICATION_DAYS = 2;
export const NOTIFICATIONS_MAX = 50;

export const notificationTypes = [
  'post_created',
  'post_commented',
  'post_reaction',
  'comment_reaction',
  'friend_request_sent',
  'friend_request_accepted',
  'friend_request_declined',
  'group_invitation',
  'group_message',
] as const;
export const notificationTypeSchema = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof notificationTypeSchema>;

/** Something that happened, for the member who should know. It carries ids, never a copy of anybody's text. */
export const notificationSchema = z.object({
  id: uuidSchema,
  user_id: uuidSchema,
  notification_type: notificationTypeSchema,
  is_read: z.boolean(),
  created_at: timestampSchema,
  related_user_id: z.nullable(uuidSchema),
  related_user_name: z.nullable(z.string()),
  related_user_profile_image_url: z.nullable(z.string()),
  related_post_id: z.nullable(uuidSchema),
  related_comment_id: z.nullable(uuidSchema),
  related_group_id: z.nullable(uuidSchema),
  related_invitation_id: z.nullable(uuidSchema),
  /** the emoji of a reaction */
  emoji_code: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notificationSchema>;
