import * as z from 'zod/mini';
import { storableText, visibleText } from '../base/text-checks.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from './contact-limits.ts';

/** A member's message to the operator of the server. The sender is known from the session. */
export const contactSchema = z.object({
  subject: z.string().check(visibleText, z.minLength(1), z.maxLength(CONTACT_SUBJECT_MAX), storableText),
  message: z.string().check(visibleText, z.minLength(1), z.maxLength(CONTACT_MESSAGE_MAX), storableText),
});
export type ContactMessage = z.infer<typeof contactSchema>;
