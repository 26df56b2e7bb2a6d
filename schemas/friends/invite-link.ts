import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';

/** How many days a link works. */
export const INVITE_LINK_DAYS = 7;
/** How many links of one member may be open at the same time. */
export const INVITE_LINKS_MAX = 5;
/** The most people for whom one link can work. */
export const INVITE_LINK_USES_MAX = 8;
export const INVITE_LINK_USES = 1;

export const TOO_MANY_INVITE_LINKS = 'TOO_MANY_INVITE_LINKS';
export const tooManyInviteLinks = `You have ${INVITE_LINKS_MAX} links that are open. Revoke one to make another.`;

export const makeInviteLinkSchema = z.object({
  uses: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(INVITE_LINK_USES_MAX))),
});

/** A link as its maker sees it. The token in the link is returned only once, when the link is made. */
export const inviteLinkSchema = z.object({
  id: uuidSchema,
  /** for how many people it works */
  uses: z.number(),
  /** how many people have used it */
  used: z.number(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type InviteLink = z.infer<typeof inviteLinkSchema>;

export const madeInviteLinkSchema = z.extend(inviteLinkSchema, { token: z.string() });
export type MadeInviteLink = z.infer<typeof madeInviteLinkSchema>;
