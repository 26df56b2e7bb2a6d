import { deepEqual } from 'rxdb';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { LATER_CODE } from '../../../schemas/protocol/sync-codes.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { addRefused, type Refused } from '../../device/outbox.ts';

/** Whether the refusal loses nothing: the deletion of a row that no longer exists, or a state that the server already has. */
function losesNothing(change: PushChange, answer: PushAnswer): boolean {
  if (change.document._deleted) return answer.document === null;
  if (answer.code !== 'CONFLICT' || !answer.document) return false;
  const theirs = answer.document;
  // The server has its own order of the fields of a photo.
  return Object.entries(change.document).every(([field, value]) => field === 'write_id' || deepEqual(theirs[field], value));
}

/**
 * Puts refused writes into the outbox, each write once, for their author to edit and send again. `again` are the ids of those that may be there
 * from an earlier answer, which does not count any more. Settles when all is stored.
 */
export async function storeRefused(
  database: LocalDatabase,
  changes: readonly PushChange[],
  answers: readonly PushAnswer[],
  realm: Pick<Realm, 'Date'> = globalThis,
  again: readonly string[] = [],
): Promise<void> {
  const refused = answers.flatMap((answer, at): Refused[] => {
    const change = changes[at];
    if (!change || answer.code === null || answer.code === LATER_CODE || losesNothing(change, answer)) return [];
    const { collection, document } = change;
    return [{ write_id: document.write_id, collection, code: answer.code, document, at: realm.Date.now() }];
  });
  await addRefused(database, refused, again);
}
