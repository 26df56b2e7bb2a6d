import * as z from 'zod/mini';

/** Longer than anything a provider sends back. */
const QUERY_MAX = 8192;

export const providerCallbackSchema = z.object({
  /** everything after the `?` of the URL to which the provider sent the browser back, unchanged */
  query: z.string().check(z.minLength(1), z.maxLength(QUERY_MAX)),
  session: z.optional(z.literal('token')),
});
