import * as z from 'zod/mini';

/** Longer than what any provider sends back. */
const QUERY_MAX = 8192;

export const providerCallbackSchema = z.object({
  /** what stood behind the `?` where the provider sent the browser back to, unchanged */
  query: z.string().check(z.minLength(1), z.maxLength(QUERY_MAX)),
  session: z.optional(z.literal('token')),
});
