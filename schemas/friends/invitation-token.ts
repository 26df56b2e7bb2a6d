import * as z from 'zod/mini';
import { mailSecretSchema } from '../account/join.ts';
import { LINK_TOKEN_MAX } from '../account/mail-link.ts';
import { uuidSchema } from '../base/ids.ts';
import { standings } from './standing.ts';

export const takeInvitationSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)) });

/** The page of a link also sends the secret of the mail, if it was opened from there. */
export const previewRequestSchema = z.extend(takeInvitationSchema, { secret: z.optional(mailSecretSchema) });

/**
 * The invitation that came of taking a link. It waits for the member's own answer, or the member sent it and it waits for the maker of the
 * link, or for nobody: the two are friends.
 */
export const takenInvitationSchema = z.object({
  id: uuidSchema,
  waits_for: z.enum(['you', 'them', 'nobody']),
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
  /** whether the link makes friends at once, if both have a free seat */
  at_once: z.boolean(),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** The same for a visitor. */
export const visitorPreviewSchema = z.extend(invitationPreviewSchema, {
  /**
   * Only with the secret of the mail, which proves that the address is the visitor's. `proved`: no other mail is needed to sign up.
   * `has_account`: the visitor has an account and can sign in.
   */
  address: z.optional(z.enum(['proved', 'has_account'])),
});
export type VisitorPreview = z.infer<typeof visitorPreviewSchema>;

/** What a link means for the member who opened it, before they decide anything. */
export const offeredInvitationSchema = z.extend(invitationPreviewSchema, {
  inviter_id: uuidSchema,
  /**
   * Who would answer. `you`: it is an invitation by mail, which this member takes by accepting it. `them`: a member made the link, and this
   * member would ask them.
   */
  waits_for: z.enum(['you', 'them']),
  /** how the inviter stands to this member now; only `open` leaves something to decide about the link */
  standing: z.enum(standings),
});
export type OfferedInvitation = z.infer<typeof offeredInvitationSchema>;
