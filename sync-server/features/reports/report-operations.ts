/** Describes the routes of `report-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { reportBodySchema, reportTargetSchema } from '../../../schemas/reports/report.ts';
import { created } from '../../api-document/common.ts';
import { exampleId } from '../../api-document/examples.ts';
import { describeOperations, refused } from '../../api-document/operation.ts';

const target = { target_type: 'post', target_id: exampleId.post } as const;

export const reportOperations = describeOperations('Service', 'member', {
  'POST /reports': {
    id: 'report',
    summary: 'Report content to the operator',
    details:
      'Mails the operator the text, its place, its author, your words, and your name and address. Nobody else learns of the report. Reporting the same content again succeeds without another mail.',
    callers: 'Members who can read the content. Returns 403 for your own content, 404 for content that you cannot read.',
    body: { schema: reportBodySchema, example: { ...target, words: 'This is not his photo.' } },
    repeatable: 'key',
    success: created('The report was sent.', z.object({ target_type: reportTargetSchema, target_id: uuidSchema }), target),
    failures: refused('NOT_ALLOWED', 'TARGET_NOT_FOUND', 'TOO_MANY_REPORTS', 'NOBODY_READS', 'STORAGE_USED_UP', 'TOO_MANY_SETTINGS'),
  },
});
