import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** The longest token of an invitation link. */
export const INVITATION_TOKEN_MAX = 200;

export const takeInvitationSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(INVITATION_TOKEN_MAX)) });

/**
 * The invitation that came of taking a link. Either it waits for the member's own answer, or the member sent it and it waits for the maker
 * of the link.
 */
export const takenInvitationSchema = z.object({
  id: uuidSchema,
  waits_for: z.enum(['you', 'them']),
  /** the name of the other person */
  name: z.string(),
});
export type TakenInvitation = z.infer<typeof takenInvitationSchema>;

/** What an invitation link shows before anybody has signed in. */
export const invitationPreviewSchema = z.object({
  /** the inviter's name */
  name: z.string(),
  /** the inviter's picture, a small WebP in base64 */
  picture: z.nullable(z.string()),
  /** the address to which the invitation was sent; null for a link that anybody may open */
  email: z.nullable(z.string()),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;
