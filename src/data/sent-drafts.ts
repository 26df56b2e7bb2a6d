/**
 * Drafts whose text was sent: the page ended after it had stored the row, and before it had deleted the draft. Phones end pages that are
 * left, also in the middle of this.
 */
import { draftTexts } from './draft-text.ts';
import type { LocalStore } from './local-store.tsx';

const COLLECTIONS = ['posts', 'comments', 'group_messages'] as const;

async function contentOf({ collections }: LocalStore, rowId: string): Promise<string | undefined> {
  for (const name of COLLECTIONS) {
    const row = await collections[name].findOne(rowId).exec();
    if (row) return row.content;
  }
  return undefined;
}

/** Deletes the drafts that a stored row begins with: of what was typed last, a draft may lack a moment. Other drafts stay as they are. */
export async function discardSentDrafts(store: LocalStore): Promise<void> {
  for (const draft of await store.drafts.read()) {
    const content = draft.rowId && (await contentOf(store, draft.rowId));
    if (content && [...draftTexts(draft.value).values()].every((text) => content.startsWith(text))) await store.drafts.remove(draft);
  }
}
