import { countUnsent } from '../../schemas/local/count-unsent.ts';
import { OUTBOX_ID, type Outbox } from '../../schemas/local/outbox.ts';
import { countDrafts } from './drafts.ts';
import type { LocalStore } from './local-store.tsx';

/** How much this device alone has of what its member wrote. */
export interface Unfinished {
  /** not accepted by the server yet */
  readonly unsent: number;
  /** refused by the server, and kept with its text */
  readonly refused: number;
  /** begun, and not sent */
  readonly drafts: number;
}

/** Counts what is lost with the local store; what is being typed in this page counts as well. */
export async function countUnfinished(store: LocalStore): Promise<Unfinished> {
  const [unsent, outbox, drafts] = await Promise.all([
    countUnsent(store.database),
    store.database.getLocal<Outbox>(OUTBOX_ID),
    countDrafts(store),
  ]);
  return { unsent, refused: (outbox?.toJSON().data as Outbox | undefined)?.entries.length ?? 0, drafts };
}
