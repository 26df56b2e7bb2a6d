/** Describes `export-routes.ts` for the document of the API. */
import type { Operation } from '../../../api-document/operation.ts';
import { exportRunning } from './export-routes.ts';

export const exportOperations: readonly Operation[] = [
  {
    tag: 'Profiles',
    access: 'member',
    method: 'GET',
    path: '/profiles/me/export',
    id: 'exportAccount',
    summary: 'Everything that one has written here',
    details: 'One ZIP with JSON, a page to read, and images; it is written while it is sent. One at a time.',
    callers: 'any member, for themselves.',
    successes: [
      {
        status: 200,
        description: 'The archive.',
        content: 'application/zip',
        headers: { 'Content-Disposition': '`attachment; filename="kith-2026-11-24.zip"`' },
      },
    ],
    failures: [exportRunning()],
    limits: ['export'],
  },
];
