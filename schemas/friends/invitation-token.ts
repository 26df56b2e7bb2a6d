import * as z from 'zod/mini';

/** What stands in the link of an invitation. */
export const INVITATION_TOKEN_MAX = 200;

export const takeInvitationSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(INVITATION_TOKEN_MAX)) });

/** What the link of an invitation tells before anybody has signed in. */
export const invitationPreviewSchema = z.object({
  /** who invites */
  name: z.string(),
  /** their picture, a small WebP in base64 */
  picture: z.nullable(z.string()),
  /** the address that the invitation was sent to */
  email: z.nullable(z.string()),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;
