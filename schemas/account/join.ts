import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';
import { displayNameSchema, passwordSchema } from './account.ts';
import { LINK_TOKEN_MAX } from './mail-link.ts';
import { registrationSchema } from './passkey.ts';

export const mailSecretSchema = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));

/** Both parts of the link in the mail of an invitation, and the name of the person who opened it. */
const mailed = { token: uuidSchema, secret: mailSecretSchema, name: displayNameSchema };

/** Asks for what a browser needs to make a passkey for an account that does not exist yet. */
export const joinOptionsSchema = z.object(mailed);

/** Takes the seat of an invitation by mail, with a password or a passkey. */
export const joinSchema = z
  .object({
    ...mailed,
    password: z.optional(passwordSchema),
    passkey: z.optional(registrationSchema),
    session: z.optional(z.literal('token')),
  })
  .check(z.refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined)));
