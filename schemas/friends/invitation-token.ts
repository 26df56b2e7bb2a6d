import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** What stands in the link of an invitation. */
export const INVITATION_TOKEN_MAX = 200;

export const takeInvitationSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(INVITATION_TOKEN_MAX)) });

/** The invitation that came of taking a link: one that waits for one's own answer, or one's own that waits for the maker of the link. */
export const takenInvitationSchema = z.object({
  id: uuidSchema,
  waits_for: z.enum(['you', 'them']),
  /** who is on the other side */
  name: z.string(),
});
export type TakenInvitation = z.infer<typeof takenInvitationSchema>;

/** What the link of an invitation tells before anybody has signed in. */
export const invitationPreviewSchema = z.object({
  /** who invites */
  name: z.string(),
  /** their picture, a small WebP in base64 */
  picture: z.nullable(z.string()),
  /** the address that the invitation was sent to; null for a link that anybody may open */
  email: z.nullable(z.string()),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;
