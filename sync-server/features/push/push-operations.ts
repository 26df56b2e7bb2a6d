/** Describes the routes of `push-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { timestampSchema } from '../../../schemas/base/ids.ts';
import { pushOffReasons } from '../../../schemas/push/push-off.ts';
import { authSchema, endpointSchema, p256dhSchema, subscriptionSchema } from '../../../schemas/push/subscription.ts';
import { ENDPOINT_MAX } from '../../../schemas/push/subscription-limits.ts';
import { success } from '../../api-document/common.ts';
import { exampleTime } from '../../api-document/examples.ts';
import { note } from '../../api-document/json-schema.ts';
import { describeOperations, refused } from '../../api-document/operation.ts';

note(
  endpointSchema,
  `An https URL of at most ${ENDPOINT_MAX} bytes, as browsers write it: without a fragment, and without a port that is the default.`,
);
note(p256dhSchema, 'An uncompressed point of P-256: 65 bytes in base64url, with or without padding.');
note(authSchema, '16 bytes in base64url, with or without padding.');

// The subscription of the example in RFC 8291.
const endpoint = 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const vapidKey = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

export const pushOperations = describeOperations('Web Push', 'member', {
  'GET /push/key': {
    id: 'getPushKey',
    summary: 'Get the key to subscribe with',
    details:
      '`key` is the `applicationServerKey` of `PushManager.subscribe`. `off` says why this server cannot send notices now: `loopback`, it is only reached on its own machine; `no_way_out`, it cannot reach any push service.',
    success: success(
      'The public key of this server, in base64url.',
      z.object({
        key: note(z.nullable(z.string()), 'Null where `off` is `loopback`.'),
        off: note(z.nullable(z.enum(pushOffReasons)), 'Null if the server can send notices.'),
      }),
      { key: vapidKey, off: null },
    ),
  },
  'GET /push/subscription': {
    id: 'getPushSubscription',
    summary: 'Get the subscription of this session',
    details: 'Compare it with what the browser has. If they differ, register again.',
    success: success(
      'The subscription of this session. Both are null if it has none.',
      z.object({
        endpoint: z.nullable(z.string()),
        key: note(z.nullable(z.string()), '`p256dh` of the subscription, in base64url without padding.'),
      }),
      { endpoint, key: p256dh },
    ),
  },
  'PUT /push/subscription': {
    id: 'registerPushSubscription',
    summary: 'Register the subscription of this session',
    details:
      'The body is the JSON of a `PushSubscription`. A session has one subscription, and a later one replaces it. An endpoint that another session registered, of any member, moves to this session. The subscription ends with the session. Returns 422 `PUSH_ENDPOINT_REFUSED` if the endpoint is not at a push service that this server allows.',
    body: { schema: subscriptionSchema, example: { endpoint, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } } },
    success: success(
      'Notices for you are sent to this device from now on.',
      z.object({
        endpoint: z.string(),
        created_at: note(timestampSchema, 'When this session registered this endpoint first.'),
      }),
      { endpoint, created_at: exampleTime },
    ),
    failures: refused('PUSH_ENDPOINT_REFUSED'),
    limits: ['pushSubscription'],
  },
  'DELETE /push/subscription': {
    id: 'deletePushSubscription',
    summary: 'Delete the subscription of this session',
    details: 'Succeeds also if there is none. Signing out does the same.',
    success: success('Nothing is sent to this device any more.'),
  },
  'POST /push/test': {
    id: 'sendTestPush',
    summary: 'Send a notice to this session',
    details:
      'Shows the member that notices arrive. Returns 409 `PUSH_NOT_ON` if the session has no subscription, or if its push service says that the subscription ended, which deletes it. Returns 503 `PUSH_SERVICE_FAILED` if the push service did not take the notice, and 503 `SENDING_RESTS` while this server sends nothing, because its database was copied or it has moved.',
    success: success('The push service took the notice.', z.object({ sent: z.literal(true) }), { sent: true }),
    failures: refused('PUSH_NOT_ON', 'PUSH_SERVICE_FAILED', 'SENDING_RESTS'),
    limits: ['pushTest'],
  },
});
