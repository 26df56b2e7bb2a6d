/** Describes `export-routes.ts` for the document of the API. */
import { presenceFailures, presenceRule } from '../../../accounts/account-operations.ts';
import { describeOperations } from '../../../api-document/operation.ts';
import { exportRunning } from './export-routes.ts';

export const exportOperations = describeOperations('Profiles', 'member', {
  'GET /profiles/me/export': {
    id: 'exportAccount',
    summary: 'Export your data',
    details: `Returns everything that you wrote as one ZIP file with JSON, a readable page and images. Only one export of yours can run at a time. ${presenceRule}`,
    success: {
      status: 200,
      description: 'The ZIP file.',
      content: 'application/zip',
      headers: { 'Content-Disposition': '`attachment; filename="kith-2026-11-24.zip"`' },
    },
    failures: [...presenceFailures, exportRunning()],
    limits: ['export'],
  },
});
