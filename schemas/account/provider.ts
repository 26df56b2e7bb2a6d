import * as z from 'zod/mini';
import { LINK_TOKEN_MAX } from './mail-link.ts';

/** Longer than anything a provider sends back. */
const QUERY_MAX = 8192;

/** Everything after the `?` of the URL to which the provider sent the browser back, unchanged. */
export const providerQuerySchema = z.string().check(z.minLength(1), z.maxLength(QUERY_MAX));

/** An invited visitor begins with the token of the invitation. */
export const providerStartSchema = z.object({ invite: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)) });

export const providerCallbackSchema = z.object({
  query: providerQuerySchema,
  session: z.optional(z.literal('token')),
});
