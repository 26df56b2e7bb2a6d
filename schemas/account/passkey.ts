import * as z from 'zod/mini';
import { noHiddenCharacters, storableText, visibleText } from '../base/text-checks.ts';
import { CODE_MAX, PASSKEY_NAME_MAX } from './sign-in-ways.ts';

export const passkeyNameSchema = z
  .string()
  .check(visibleText, z.minLength(1), z.maxLength(PASSKEY_NAME_MAX), storableText, noHiddenCharacters);

const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(CODE_MAX));

/** Longer than anything an authenticator sends. */
const encoded = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]*$/));
const credentialId = z.string().check(z.minLength(1), z.maxLength(1400), z.regex(/^[\w-]+$/));

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** What the browser returns after it created a passkey. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.optional(z.array(z.string().check(z.maxLength(32), z.regex(/^[a-z-]+$/))).check(z.maxLength(8))),
  }),
});

/** What the browser returns after a passkey has signed. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.optional(encoded),
  }),
});

export const addPasskeySchema = z.object({ name: passkeyNameSchema, response: registrationSchema });
export const renamePasskeySchema = z.object({ name: passkeyNameSchema });
export const passkeySignInSchema = z.object({ response: assertionSchema, session: z.optional(z.literal('token')) });
export const codeSignInSchema = z.object({ code: codeSchema, session: z.optional(z.literal('token')) });
/** A code of a member who is signed in. */
export const codeOnlySchema = z.object({ code: codeSchema });
