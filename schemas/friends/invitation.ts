import * as z from 'zod/mini';
import { emailSchema } from '../account/account.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { invitationStatuses } from './invitation-status.ts';

export const invitationStatusSchema = z.enum(invitationStatuses);

/**
 * An invitation to be friends or to join a group, as its sender or its receiver sees it: they see different fields. The sender learns who
 * received it only if they named that member or once it is accepted. The receiver sees who sent it.
 */
export const invitationSchema = z.object({
  id: uuidSchema,
  kind: z.enum(['friend', 'group']),
  inviter_id: uuidSchema,
  inviter_name: z.string(),
  inviter_email: z.nullable(z.string()),
  inviter_profile_image_url: z.nullable(z.string()),
  /** only for the member who typed it */
  invited_email: z.nullable(emailSchema),
  receiver_user_id: z.nullable(uuidSchema),
  receiver_name: z.nullable(z.string()),
  receiver_profile_image_url: z.nullable(z.string()),
  group_id: z.nullable(uuidSchema),
  group_name: z.nullable(z.string()),
  status: invitationStatusSchema,
  /** whether the inviter's table has a free seat; only for the receiver of an invitation to be friends, while it is pending */
  seat: z.nullable(z.enum(['free', 'taken'])),
  /** whether the receiver asked to be notified once a seat is free; only while it is pending */
  waits_for_seat: z.boolean(),
  created_at: timestampSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;
