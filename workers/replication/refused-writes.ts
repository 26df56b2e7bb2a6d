import type { PushAnswer, PushChange } from '../../schemas/protocol/sync.ts';
import type { LocalDatabase } from '../device/open-database.ts';
import { OUTBOX_ID, type Outbox, type Refused } from '../device/outbox.ts';
import { modifyLocal } from './local-document.ts';

/** Whether the refusal loses nothing: the deletion of a row that no longer exists, or a state that the server already has. */
function losesNothing(change: PushChange, answer: PushAnswer): boolean {
  if (change.document._deleted) return answer.document === null;
  if (answer.code !== 'CONFLICT' || !answer.document) return false;
  const theirs = answer.document;
  return Object.entries(change.document).every(
    ([field, value]) => field === 'write_id' || JSON.stringify(theirs[field]) === JSON.stringify(value),
  );
}

/** Puts refused writes into the outbox, each write once, for their author to edit and send again. Settles when they are stored. */
export async function storeRefused(database: LocalDatabase, changes: readonly PushChange[], answers: readonly PushAnswer[]): Promise<void> {
  const refused = answers.flatMap((answer, at): Refused[] => {
    const change = changes[at];
    if (!change || answer.code === null || losesNothing(change, answer)) return [];
    const { collection, document } = change;
    return [{ write_id: document.write_id, collection, code: answer.code, document, at: Date.now() }];
  });
  if (refused.length === 0) return;
  await modifyLocal<Outbox>(database, OUTBOX_ID, { entries: [] }, (outbox) => {
    const known = new Set(outbox.entries.map((entry) => entry.write_id));
    return { entries: [...outbox.entries, ...refused.filter((entry) => !known.has(entry.write_id))] };
  });
}
