/** Describes the routes of `report-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { reportBodySchema, reportTargetSchema } from '../../../schemas/reports/report.ts';
import { exampleId } from '../../api-document/examples.ts';
import { type Operation, refused } from '../../api-document/operation.ts';

const target = { target_type: 'post', target_id: exampleId.post } as const;

export const reportOperations: readonly Operation[] = [
  {
    tag: 'Service',
    access: 'member',
    method: 'POST',
    path: '/reports',
    id: 'report',
    summary: 'Report something to whoever runs this server',
    details:
      'They get its text, where it stands, who wrote it, and what is added, with the name and address of who reports it. Nobody else is told. Each thing is reported once: again it is done already, and other words change nothing.',
    callers: 'who can see it, and did not write it.',
    body: { schema: reportBodySchema, example: { ...target, words: 'This is not his photo.' } },
    repeatable: 'key',
    successes: [
      {
        status: 201,
        description: 'It is reported.',
        data: z.object({ target_type: reportTargetSchema, target_id: uuidSchema }),
        example: target,
      },
    ],
    failures: refused('NOT_ALLOWED', 'TARGET_NOT_FOUND', 'TOO_MANY_REPORTS', 'NOBODY_READS', 'STORAGE_USED_UP'),
  },
];
