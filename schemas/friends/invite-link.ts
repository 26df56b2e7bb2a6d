import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';

/** How long a link works. */
export const INVITE_LINK_DAYS = 7;
/** Open at the same time, of one member. */
export const INVITE_LINKS_MAX = 5;
/** People for whom one link works. */
export const INVITE_LINK_USES_MAX = 8;
export const INVITE_LINK_USES = 1;

export const TOO_MANY_INVITE_LINKS = 'TOO_MANY_INVITE_LINKS';
export const tooManyInviteLinks = `You have ${INVITE_LINKS_MAX} links that are open. Revoke one to make another.`;

export const makeInviteLinkSchema = z.object({
  uses: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(INVITE_LINK_USES_MAX))),
});

/** A link as its maker sees it. What stands in the link itself is told once, when it is made. */
export const inviteLinkSchema = z.object({
  id: uuidSchema,
  /** how many people it works for */
  uses: z.number(),
  /** how many have come by it */
  used: z.number(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type InviteLink = z.infer<typeof inviteLinkSchema>;

export const madeInviteLinkSchema = z.extend(inviteLinkSchema, { token: z.string() });
export type MadeInviteLink = z.infer<typeof madeInviteLinkSchema>;
