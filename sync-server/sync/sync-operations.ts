/** What `sync/routes.ts` answers, for the API document. The page of the protocol explains the messages. */
import * as z from 'zod/mini';
import {
  frameSchema,
  HEARTBEAT_MS,
  pullRequestSchema,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
  SELDOM_HEARTBEAT_MS,
  streamRequestSchema,
} from '../../schemas/protocol/sync.ts';
import { PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { component } from '../api-document/json-schema.ts';
import { failed, type Operation } from '../api-document/operation.ts';
import { framesExample, pullAnswerExample, pullExample, pushAnswerExample, pushExample } from '../api-document/protocol-examples.ts';

component('Frame', frameSchema, 'What moved in one scope: everything after `prev` up to `head`.');

const headers = {
  'Kith-Protocol': {
    description: 'The version that the device speaks.',
    schema: z.string().check(z.regex(/^\d{1,6}$/)),
    required: true,
    example: String(PROTOCOL_VERSION),
  },
} as const;
const deviceDefaults = {
  tag: 'Sync',
  method: 'POST',
  access: 'member',
  callers: 'any member; each device gets what its member may read.',
  headers,
} as const;
const tooOld = failed(426);
const tooManyScopes = { status: 400, code: 'TOO_MANY_SCOPES', message: answerWording.TOO_MANY_SCOPES } as const;

export const syncOperations: readonly Operation[] = [
  {
    ...deviceDefaults,
    path: '/sync/pull',
    id: 'pull',
    summary: 'What has changed since',
    details: 'A device may pull 600 times at once, and 300 times in a minute.',
    body: { schema: pullRequestSchema, example: pullExample },
    successes: [
      { status: 200, description: 'A page for each collection.', data: pullResponseSchema, bare: true, example: pullAnswerExample },
    ],
    failures: [tooOld, tooManyScopes],
  },
  {
    ...deviceDefaults,
    path: '/sync/push',
    id: 'push',
    summary: 'Local writes, in their order',
    details:
      'Each change is answered by itself: a refusal is no HTTP error and does not stop the others. A member may write 600 times at once, and 240 times in a minute.',
    callers: 'any member, as themselves.',
    body: { schema: pushRequestSchema, example: pushExample },
    successes: [
      { status: 200, description: 'An answer for each change.', data: pushResponseSchema, bare: true, example: pushAnswerExample },
    ],
    failures: [tooOld],
  },
  {
    ...deviceDefaults,
    path: '/sync/stream',
    id: 'stream',
    summary: 'What changes from now on',
    details: `Server-sent events: \`open\`, \`frames\`, \`pull\`, \`heartbeat\`, \`reconnect\`. It ends with its session. A heartbeat comes every ${HEARTBEAT_MS / 1000} seconds; every ${SELDOM_HEARTBEAT_MS / 1000} seconds where \`lookedAt\` is false, because nobody looks at the device. Frames look like this: \`${JSON.stringify(framesExample)}\`.`,
    body: { schema: streamRequestSchema, example: { lookedAt: false }, optional: true },
    successes: [{ status: 200, description: 'The stream.', content: 'text/event-stream' }],
    failures: [tooOld],
  },
];
