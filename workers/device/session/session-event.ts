import * as z from 'zod/mini';

/**
 * What happens to the session of this browser, as one value that all its tabs and workers receive. Two of these carry a secret, the access
 * token, which the realms share anyway. None carries the refresh token, a password or the token of a link.
 *
 * Messages of the channel are parsed by hand (session-channel.ts), because every page needs that. A test compares the parser with these
 * schemas.
 */
const token = {
  token: z.string(),
  /** how long the token is still valid when this is sent */
  leftMs: z.number(),
};
const user = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** Why a session ended: the member signed out, the server ended it, or the account was deleted. */
export const endings = ['asked', 'expired', 'deleted'] as const;
/** What changed in an account. */
export const userChanges = ['password', 'email', 'name'] as const;
/** A link for a new password was opened, or has set a new password. The page does not know whose link it is. */
export const recoverySteps = ['opened', 'used'] as const;

export const sessionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SIGNED_IN'), userId: z.string(), user, ...token }),
  z.object({ type: z.literal('SIGNED_OUT'), userId: z.string(), why: z.enum(endings) }),
  /** `inSight`: somebody looked at the app then, so that the refresh counted as use of the session */
  z.object({ type: z.literal('TOKEN_REFRESHED'), userId: z.string(), ...token, inSight: z.boolean() }),
  z.object({ type: z.literal('PASSWORD_RECOVERY'), step: z.enum(recoverySteps) }),
  z.object({ type: z.literal('USER_UPDATED'), userId: z.string(), user, changed: z.enum(userChanges) }),
]);

export type SessionEvent = z.infer<typeof sessionEventSchema>;
export type Ending = (typeof endings)[number];
export type UserChange = (typeof userChanges)[number];
