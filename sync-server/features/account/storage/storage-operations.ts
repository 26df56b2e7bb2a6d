/** Describes `storage-routes.ts` for the document of the API. */
import * as z from 'zod/mini';
import { success } from '../../../api-document/common.ts';
import { note } from '../../../api-document/json-schema.ts';
import { describeOperations } from '../../../api-document/operation.ts';

const bytes = z.number().check(z.int(), z.minimum(0));

export const storageOperations = describeOperations('Profiles', 'member', {
  'GET /profiles/me/storage': {
    id: 'readStorage',
    summary: 'See how much you store',
    details: 'A photo whose bytes have not arrived counts as what is reserved for it, for a day at most.',
    success: success(
      'How much you store on this server.',
      z.object({
        text_bytes: note(bytes, 'What you wrote, and the rows that it takes.'),
        photo_bytes: note(bytes, 'Your photos, and what is reserved for those that have not arrived.'),
        max_bytes: note(z.nullable(bytes), 'How much of both you may store. Null for no limit but the disk.'),
      }),
      { text_bytes: 310_400, photo_bytes: 1_204_000_000, max_bytes: 2_048_000_000 },
    ),
    failures: [],
  },
});
