/** The operations that belong to no feature: health, contact, error reports, and the description of the API itself. */
import * as z from 'zod/mini';
import { contactSchema } from '../../schemas/contact/contact.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { created, success } from '../api-document/common.ts';
import { describeOperations, failed } from '../api-document/operation.ts';
import { nobodyReads } from '../features/contact/contact-routes.ts';
import { errorReportSchema } from '../http/error-reports.ts';

const tagged = { ETag: 'Identifies this text. Send it as `If-None-Match` next time.' };
const headers = { 'If-None-Match': { description: 'The `ETag` of the copy that you have.', schema: z.string() } };
const unchanged = { status: 304, description: 'Not modified: your copy is current.' } as const;
const page = {
  headers,
  success: [{ status: 200, description: 'The page.', content: 'text/html', headers: tagged }, unchanged],
} as const;

export const serviceOperations = describeOperations('Service', 'anyone', {
  'GET /health': {
    id: 'getHealth',
    summary: 'Check that the server is running',
    details:
      'Includes a query to the database. Also answers `HEAD`. `backup` is the state of the daily backup: `off`, `good`, `old` (no backup for two days) or `failed`. `sending` is `resting` while no mails and no calls are sent, because the database was restored or copied or the address has changed; else `on`. Only `npm run kith -- doctor` gets `seen`: how the server sees that visitor.',
    success: success(
      'The server is running.',
      z.object({
        status: z.literal('ok'),
        backup: z.enum(['off', 'good', 'old', 'failed']),
        sending: z.enum(['on', 'resting']),
        seen: z.optional(z.object({ address: z.string(), named: z.boolean(), forwarded: z.boolean() })),
      }),
      { status: 'ok', backup: 'good', sending: 'on' },
    ),
  },
  'GET /ready': {
    id: 'getReady',
    summary: 'Check that the server can take requests',
    details:
      'For load balancers. Returns 503 if the database does not answer, the disk is full, or the server is about to stop. Also answers `HEAD`.',
    success: success('The server takes requests.', z.object({ status: z.literal('ready') }), { status: 'ready' }),
    failures: [failed(503)],
  },
  'POST /misc/contact': {
    access: 'member',
    id: 'contact',
    summary: 'Write to the operator',
    callers: 'Any member. The mail has your name and address.',
    body: { schema: contactSchema, example: { subject: 'A question', message: 'Where are the backups kept?' } },
    repeatable: 'key',
    success: { ...created('The mail was sent.'), message: answerWording.CONTACT_SENT },
    failures: [nobodyReads()],
    limits: ['contact'],
  },
  'POST /misc/errors': {
    id: 'reportError',
    summary: 'Report an error of the app',
    details: 'Removes everything that people wrote from the report, and passes it on if the operator has configured a service for it.',
    callers: 'Pages of this server.',
    sameOrigin: true,
    body: {
      schema: errorReportSchema,
      example: { kind: 'error', name: 'TypeError', message: 'x is undefined', frames: [], page: '/posts', userAgent: 'Firefox' },
    },
    success: success('Whether the server wants further reports.', z.object({ wanted: z.boolean() }), { wanted: false }),
    limits: ['errorReport'],
  },
  'GET /openapi.json': {
    id: 'getDocument',
    summary: 'Get the OpenAPI document',
    headers,
    success: [
      {
        status: 200,
        description: 'An OpenAPI 3.1 document.',
        data: z.looseObject({ openapi: z.string() }),
        bare: true,
        example: { openapi: '3.1.1' },
        headers: tagged,
      },
      unchanged,
    ],
  },
  'GET /docs': { ...page, id: 'getDocs', summary: 'Read the API reference' },
  'GET /docs/first-steps': { ...page, id: 'getFirstSteps', summary: 'Read the first steps' },
  'GET /docs/realtime': { ...page, id: 'getRealtimeDocs', summary: 'Read about channels' },
  'GET /docs/protocol': { ...page, id: 'getProtocolDocs', summary: 'Read the sync protocol' },
});
