import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { INVITE_LINK_USES, INVITE_LINK_USES_MAX } from './invite-link-limits.ts';

export const makeInviteLinkSchema = z
  .object({
    uses: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(INVITE_LINK_USES_MAX))),
    /** the first person who takes it is a friend at once, without a question to its maker */
    at_once: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ uses = INVITE_LINK_USES, at_once }) => !at_once || uses === 1, 'A link that makes friends at once is for one person.'),
  );

/** A link as its maker sees it. The token in the link is returned only once, when the link is made. */
export const inviteLinkSchema = z.object({
  id: uuidSchema,
  /** for how many people it works */
  uses: z.number(),
  /** whether its maker has said yes beforehand; otherwise they are asked */
  at_once: z.boolean(),
  /** how many people have used it */
  used: z.number(),
  /** who of them have an account now */
  came: z.array(z.object({ id: uuidSchema, name: z.string() })).check(z.maxLength(INVITE_LINK_USES_MAX)),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type InviteLink = z.infer<typeof inviteLinkSchema>;

export const madeInviteLinkSchema = z.extend(inviteLinkSchema, { token: z.string() });
export type MadeInviteLink = z.infer<typeof madeInviteLinkSchema>;
