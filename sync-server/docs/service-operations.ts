/** The operations that belong to no feature: health, contact, error reports, and the description of the API itself. */
import * as z from 'zod/mini';
import { contactSchema } from '../../schemas/contact/contact.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { failed, type Operation } from '../api-document/operation.ts';
import { nobodyReads } from '../features/contact/contact-routes.ts';
import { errorReportSchema } from '../http/error-reports.ts';

const ofService = { tag: 'Service', access: 'anyone', callers: 'anybody.' } as const;
const forPeople = { status: 200, description: 'The page.', content: 'text/html' } as const;

export const serviceOperations: readonly Operation[] = [
  {
    ...ofService,
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    summary: 'Whether the server is there',
    details:
      'It asks its database. `HEAD` is answered as well. `backup` says whether the daily backup is `off`, `good`, `old` (none for two days) or `failed`. `seen` is in the answer to `npm run kith -- doctor` only: how the server sees that visitor.',
    successes: [
      {
        status: 200,
        description: 'It is.',
        data: z.object({
          status: z.literal('ok'),
          backup: z.enum(['off', 'good', 'old', 'failed']),
          seen: z.optional(z.object({ address: z.string(), named: z.boolean(), forwarded: z.boolean() })),
        }),
        example: { status: 'ok', backup: 'good' },
      },
    ],
  },
  {
    ...ofService,
    method: 'GET',
    path: '/ready',
    id: 'getReady',
    summary: 'Whether the server may take members',
    details:
      'It may while its database answers, its disk has space, and it is not about to stop. `HEAD` is answered as well. `/health` says only that it is there.',
    successes: [{ status: 200, description: 'It may.', data: z.object({ status: z.literal('ready') }), example: { status: 'ready' } }],
    failures: [failed(503)],
  },
  {
    ...ofService,
    method: 'POST',
    path: '/misc/contact',
    id: 'contact',
    access: 'member',
    summary: 'Write to whoever runs this server',
    callers: 'any member; the mail names them and their address.',
    body: { schema: contactSchema, example: { subject: 'A question', message: 'Where are the backups kept?' } },
    repeatable: 'key',
    successes: [
      {
        status: 201,
        description: 'It is on its way.',
        data: z.object({ message: z.string() }),
        example: { message: answerWording.CONTACT_SENT },
      },
    ],
    failures: [nobodyReads()],
    limits: ['contact'],
  },
  {
    ...ofService,
    method: 'POST',
    path: '/misc/errors',
    id: 'reportError',
    summary: 'Report an error of the page',
    details: 'Cleaned of everything that people wrote, and passed on where this server has somewhere to pass it on to.',
    callers: 'pages of this server.',
    sameOrigin: true,
    body: {
      schema: errorReportSchema,
      example: { kind: 'error', name: 'TypeError', message: 'x is undefined', frames: [], page: '/posts', userAgent: 'Firefox' },
    },
    successes: [
      { status: 200, description: 'Whether reports are wanted.', data: z.object({ wanted: z.boolean() }), example: { wanted: false } },
    ],
    limits: ['errorReport'],
  },
  {
    ...ofService,
    method: 'GET',
    path: '/openapi.json',
    id: 'getDocument',
    summary: 'This document',
    successes: [
      { status: 200, description: 'OpenAPI 3.1.', data: z.looseObject({ openapi: z.string() }), bare: true, example: { openapi: '3.1.1' } },
    ],
  },
  { ...ofService, method: 'GET', path: '/docs', id: 'getDocs', summary: 'This document, to be read', successes: [forPeople] },
  {
    ...ofService,
    method: 'GET',
    path: '/docs/protocol',
    id: 'getProtocolDocs',
    summary: 'The sync protocol, to be read',
    successes: [forPeople],
  },
];
