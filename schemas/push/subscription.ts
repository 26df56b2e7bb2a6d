/** A device that can be called, as its browser describes it: the JSON of `PushSubscription.toJSON()`. */
import * as z from 'zod/mini';
import { readBase64url } from '../base/base64url.ts';
import { isP256Point } from './p256-point.ts';
import { AUTH_BYTES, ENDPOINT_MAX } from './subscription-limits.ts';

/**
 * The address is as every browser writes it, so that one address is not stored in two spellings. Such a text is ASCII: it has as many bytes
 * as characters.
 */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, href, hash } = new URL(text);
  return protocol === 'https:' && href === text && hash === '' && !text.endsWith('#');
}

/** Where the device is called. Which services are allowed there is the server's to say. */
export const endpointSchema = z.string().check(z.maxLength(ENDPOINT_MAX), z.refine(isEndpoint));

/** The key of the device: an uncompressed point of P-256. */
export const p256dhSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{87}=?$/),
  z.refine((text) => {
    const bytes = readBase64url(text);
    return bytes !== null && isP256Point(bytes);
  }),
);

/** The secret of the device. */
export const authSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{22}(?:==)?$/),
  z.refine((text) => readBase64url(text)?.length === AUTH_BYTES),
);

export const subscriptionSchema = z.object({ endpoint: endpointSchema, keys: z.object({ p256dh: p256dhSchema, auth: authSchema }) });
export type SubscriptionJson = z.infer<typeof subscriptionSchema>;
