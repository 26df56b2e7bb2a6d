import { payloadOf } from '../../../schemas/push/payload.ts';
import type { PushMessage } from './push-delivery.ts';

/** The member is watching the device: a notice that arrives later would only confuse. */
const TTL_SECONDS = 60;

/** The notice that a member has asked for, to see that notices arrive. Each is a new `event`, so that asking again alerts again. */
export const askedMessage = (event: string, unread: number, publicUrl: string): PushMessage => ({
  payload: payloadOf({ type: 'asked', event, count: 1, unread, by: null, group: null, post_id: null, comment_id: null }, publicUrl),
  topic: 'asked',
  ttlSeconds: TTL_SECONDS,
  urgency: 'high',
});
