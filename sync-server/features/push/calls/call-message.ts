import { createHmac } from 'node:crypto';
import type { Call } from '../../../../schemas/push/call.ts';
import { payloadOf } from '../../../../schemas/push/payload.ts';
import type { PushMessage } from '../push-delivery.ts';

/** How long a call is worth something. An older one is dropped, and a push service keeps none for longer. */
export const CALL_SECONDS = 24 * 60 * 60;
/** A topic has at most so many characters. */
const TOPIC_LENGTH = 32;

/** The same for the same tag of one device. It reveals neither ids nor that two devices learn of the same thing. */
export const topicOf = (key: Buffer, sessionId: string, tag: string): string =>
  createHmac('sha256', key).update(`${sessionId} ${tag}`).digest('base64url').slice(0, TOPIC_LENGTH);

/** The message of a call about something that happened so long ago. */
export const callMessage = (
  call: Call,
  { publicUrl, topic, ageSeconds }: { readonly publicUrl: string; readonly topic: string; readonly ageSeconds: number },
): PushMessage => ({
  payload: payloadOf(call, publicUrl),
  topic,
  ttlSeconds: Math.max(0, Math.round(CALL_SECONDS - ageSeconds)),
  urgency: call.type === 'group_message' ? 'high' : 'normal',
});
