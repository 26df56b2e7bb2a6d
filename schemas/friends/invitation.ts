import * as z from 'zod/mini';
import { emailSchema } from '../account/account.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';

export const invitationKinds = ['friend', 'group'] as const;
export const invitationStatuses = ['pending', 'accepted', 'declined'] as const;
export const invitationStatusSchema = z.enum(invitationStatuses);
export type InvitationStatus = z.infer<typeof invitationStatusSchema>;

/** What the receiver of an invitation decides. */
export interface InvitationAnswer {
  readonly id: string;
  readonly status: Exclude<InvitationStatus, 'pending'>;
}

/** Friend invitations that one member may send in a day: a limit on the act, answered as a refusal. */
export const INVITATIONS_PER_DAY = 20;

/**
 * How many invitations to addresses a member without any friend may send within `FIRST_INVITATIONS_DAYS`. They are mails to people who need
 * not know the sender. An account that was made to send such mails gets no further. A member who invites friends may send more once one of
 * them has accepted.
 */
export const FIRST_INVITATIONS = 5;
export const FIRST_INVITATIONS_DAYS = 7;

/**
 * An invitation to be friends or to join a group, as its sender or its receiver sees it: they see different fields. The sender learns who
 * received it only if they named that member or once it is accepted. The receiver sees who sent it.
 */
export const invitationSchema = z.object({
  id: uuidSchema,
  kind: z.enum(invitationKinds),
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
  created_at: timestampSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;
