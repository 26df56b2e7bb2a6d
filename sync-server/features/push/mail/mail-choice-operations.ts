import * as z from 'zod/mini';
import { describeOperations, failed } from '../../../api-document/operation.ts';

const token = {
  pathDescriptions: { token: 'From the `List-Unsubscribe` header of the mail. It does not expire.' },
  path_schemas: { token: z.string() },
  failures: [failed(404)],
};

export const mailChoiceOperations = describeOperations('Notifications', 'anyone', {
  'GET /push/mails/:token': {
    ...token,
    id: 'getMailChoice',
    summary: 'Open the page that switches mails off',
    details: 'Changes nothing. Also answers `HEAD`.',
    success: { status: 200, description: 'The page.', content: 'text/html' },
  },
  'POST /push/mails/:token': {
    ...token,
    id: 'chooseMails',
    summary: 'Switch mails off by one press',
    details:
      'For the button of mail programs (RFC 8058). Takes a form in either encoding: `mails` is `off`, `week` or `day`, and every other form means `off`. May be repeated.',
    success: { status: 200, description: 'A page that says what is chosen now.', content: 'text/html' },
  },
});
