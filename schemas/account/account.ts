import * as z from 'zod/mini';
import { noHiddenCharacters, storableText, visibleText } from '../base/text.ts';

export const EMAIL_MAX = 254;
export const PROFILE_NAME_MAX = 200;
export const PASSWORD_MIN = 8;
/** The reset form submits passwords from this length on. The server's own minimum is `PASSWORD_MIN`. */
export const RESET_PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;

/** An address as it is stored: trimmed, in lower case, something@something.something. */
export const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_MAX),
    storableText,
    noHiddenCharacters,
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
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  /** required if the link is opened in another browser than the one that signed up */
  password: z.optional(passwordSchema),
  /** only with a password: replaces the name from the sign-up, which somebody else may have typed */
  name: z.optional(displayNameSchema),
  session: z.optional(z.literal('token')),
});
export const emailOnlySchema = z.object({ email: emailSchema });
export const resetPasswordSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: passwordSchema });
export const updateUserSchema = z.object({
  password: z.optional(passwordSchema),
  current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
  name: z.optional(displayNameSchema),
  /** becomes the member's address after they have confirmed it through a link sent to it */
  email: z.optional(emailSchema),
});
/** What a member must type before their account is deleted. */
export const DELETE_WORD = 'DELETE';
export const deleteAccountSchema = z.object({
  confirmation: z.literal(DELETE_WORD),
  current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
});
export const confirmAddressSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
export const refreshSchema = z.object({ refresh_token: z.optional(z.string()) });
