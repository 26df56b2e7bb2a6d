import { createECDH, randomBytes } from 'node:crypto';
import type { SubscriptionJson } from '../../schemas/push/subscription.ts';

/** What a browser says after it has subscribed there: new keys each time, in base64url without padding. */
export function someSubscription(endpoint: string): SubscriptionJson {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}
