import * as z from 'zod/mini';
import { PASSWORD_MAX } from './account-limits.ts';
import { assertionSchema } from './passkey.ts';
import { providerQuerySchema } from './provider.ts';

/** One proof that the member of a session is there: their password, a signature of their passkey, or their way through the provider. */
export const presenceSchema = z.union([
  z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)) }),
  z.strictObject({ passkey: assertionSchema }),
  z.strictObject({ provider: providerQuerySchema }),
]);
