import * as z from 'zod/mini';

/**
 * What happens to the session of this browser, as one value that all its tabs and workers hear. Secrets are in two of them, the access token
 * that realms share anyway; the refresh token, passwords and the tokens of links are in none.
 *
 * What comes over the channel is read by hand (session-channel.ts), since every page needs it; a test holds that to these shapes.
 */
const token = {
  token: z.string(),
  /** for how long it is still good, as this is sent */
  leftMs: z.number(),
};
const user = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** Why a session ended: the member pressed the button, the server ended it, or the account is gone. */
export const endings = ['asked', 'expired', 'deleted'] as const;
/** What an account has anew. */
export const userChanges = ['password', 'email', 'name'] as const;
/** A link for a new password was looked at, or has set one. Whose it is the page does not know. */
export const recoverySteps = ['opened', 'used'] as const;

export const sessionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SIGNED_IN'), userId: z.string(), user, ...token }),
  z.object({ type: z.literal('SIGNED_OUT'), userId: z.string(), why: z.enum(endings) }),
  z.object({ type: z.literal('TOKEN_REFRESHED'), userId: z.string(), ...token }),
  z.object({ type: z.literal('PASSWORD_RECOVERY'), step: z.enum(recoverySteps) }),
  z.object({ type: z.literal('USER_UPDATED'), userId: z.string(), user, changed: z.enum(userChanges) }),
]);

export type SessionEvent = z.infer<typeof sessionEventSchema>;
export type Ending = (typeof endings)[number];
export type UserChange = (typeof userChanges)[number];
