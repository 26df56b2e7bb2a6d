import * as z from 'zod/mini';
import { lowerAToZ, noHiddenCharacters, noUnusualCapitals, storableText, visibleText } from '../base/text-checks.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, PROFILE_NAME_MAX } from './account-limits.ts';
import { DELETE_WORD } from './delete-word.ts';
import { LINK_TOKEN_MAX } from './mail-link.ts';

/** An address as it is stored: trimmed, without capitals, something@something.something. */
export const emailSchema = z
  .string()
  .check(
    z.trim(),
    lowerAToZ,
    z.maxLength(EMAIL_MAX),
    storableText,
    noHiddenCharacters,
    noUnusualCapitals,
    z.regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]{2,}$/),
  );

/** AC1 at least 8 characters with letters and numbers. */
export const passwordSchema = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX), z.regex(/\p{L}/u), z.regex(/\p{N}/u));

export const displayNameSchema = z
  .string()
  .check(visibleText, z.minLength(1), z.maxLength(PROFILE_NAME_MAX), storableText, noHiddenCharacters);

export const signUpSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  name: displayNameSchema,
  invite: z.optional(z.string()),
});
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  session: z.optional(z.literal('token')),
});
export const verifySchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)),
  /** required if the link is opened in another browser than the one that signed up */
  password: z.optional(passwordSchema),
  /** only with a password: replaces the name from the sign-up, which somebody else may have typed */
  name: z.optional(displayNameSchema),
  session: z.optional(z.literal('token')),
});
/** Reads what a link confirms, before anything is confirmed. */
export const readLinkSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)) });
export const verificationLinkSchema = z.object({
  state: z.enum(['open', 'used', 'expired']),
  /** the address that the link confirms */
  email: z.string(),
  /** whether this browser signed up with that address; any other browser sends a password with the link */
  signed_up_here: z.boolean(),
});
export type VerificationLink = z.infer<typeof verificationLinkSchema>;
export const emailOnlySchema = z.object({ email: emailSchema });
export const resetPasswordSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)),
  password: passwordSchema,
  /** required if the link makes the account of a sign-up from another browser, where somebody else may have typed the name */
  name: z.optional(displayNameSchema),
});
export const resetAnswerSchema = z.object({
  /** the first new password by mail, of an account that was made by the mail of an invitation: its passkeys were removed */
  taken_back: z.boolean(),
});
export type ResetAnswer = z.infer<typeof resetAnswerSchema>;
export const updateUserSchema = z
  .object({
    password: z.optional(passwordSchema),
    name: z.optional(displayNameSchema),
    /** becomes the member's address after they have confirmed it through a link sent to it */
    email: z.optional(emailSchema),
  })
  .check(z.refine(({ password, name, email }) => password !== undefined || name !== undefined || email !== undefined));
export const deleteAccountSchema = z.object({ confirmation: z.literal(DELETE_WORD) });
export const confirmAddressSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)) });
export const refreshSchema = z.object({
  refresh_token: z.optional(z.string()),
  /** whether somebody looks at the app; only then does the refresh count as use of the session */
  in_sight: z.optional(z.boolean()),
});
