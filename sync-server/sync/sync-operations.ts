/** What `sync/routes.ts` answers, for the API document. The page of the protocol explains the messages. */
import * as z from 'zod/mini';
import {
  pullRequestSchema,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
  streamRequestSchema,
} from '../../schemas/protocol/sync.ts';
import { HEARTBEAT_MS, SELDOM_HEARTBEAT_MS } from '../../schemas/protocol/sync-limits.ts';
import { PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { describeOperations, failed } from '../api-document/operation.ts';
import { framesExample, pullAnswerExample, pullExample, pushAnswerExample, pushExample } from '../api-document/protocol-examples.ts';

const headers = {
  'Kith-Protocol': {
    description: 'The version of the protocol that the device uses.',
    schema: z.string().check(z.regex(/^\d{1,6}$/)),
    required: true,
    example: String(PROTOCOL_VERSION),
  },
} as const;
const deviceDefaults = {
  callers: 'Any member. Each device gets what its member can read.',
  headers,
} as const;
const tooOld = failed(426);
const tooManyScopes = { status: 400, code: 'TOO_MANY_SCOPES', message: answerWording.TOO_MANY_SCOPES } as const;

export const syncOperations = describeOperations('Sync', 'member', {
  'POST /sync/pull': {
    ...deviceDefaults,
    id: 'pull',
    summary: 'Pull changes',
    details: 'A device can pull 300 times a minute, with bursts of up to 600.',
    body: { schema: pullRequestSchema, example: pullExample },
    success: {
      status: 200,
      description: 'A page of changes for each collection.',
      data: pullResponseSchema,
      bare: true,
      example: pullAnswerExample,
    },
    failures: [tooOld, tooManyScopes],
  },
  'POST /sync/push': {
    ...deviceDefaults,
    id: 'push',
    summary: 'Push local writes',
    details:
      'Each change has its own answer. A refusal is not an HTTP error and does not stop the other changes. A member can write 240 times a minute, with bursts of up to 600. A write that changes many rows counts as several. After `LATER`, keep the write, continue with others, and send it again after `retryAfterSeconds`.',
    body: { schema: pushRequestSchema, example: pushExample },
    success: { status: 200, description: 'An answer for each change.', data: pushResponseSchema, bare: true, example: pushAnswerExample },
    failures: [tooOld],
  },
  'POST /sync/stream': {
    ...deviceDefaults,
    id: 'stream',
    summary: 'Stream changes',
    details: `Returns server-sent events: \`open\`, \`frames\`, \`pull\`, \`heartbeat\`, \`images\` and \`reconnect\`. Ignore an event that you do not know. The stream ends with its session. A heartbeat comes every ${HEARTBEAT_MS / 1000} seconds, or every ${SELDOM_HEARTBEAT_MS / 1000} seconds if you send \`"lookedAt": false\` because nobody looks at the device. The data of \`frames\`: \`${JSON.stringify(framesExample)}\`.`,
    body: { schema: streamRequestSchema, example: { lookedAt: false }, optional: true },
    success: { status: 200, description: 'The stream.', content: 'text/event-stream' },
    failures: [tooOld],
  },
});
