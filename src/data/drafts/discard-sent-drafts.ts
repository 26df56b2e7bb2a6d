/**
 * Drafts whose text was sent: the page ended after it had stored the row, and before it had deleted the draft. Phones end pages that are
 * left, also in the middle of this.
 */

import { comment } from '../../../schemas/comments/comment.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { post } from '../../../schemas/posts/post.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { StoredDraft } from '../store/draft-store.ts';
import { draftTexts } from '../store/draft-text.ts';
import type { LocalStore } from '../store/local-store.tsx';

/** Only what its author wrote: a name or a time in the row must not make a draft a sent one. */
const textOf = { posts: post.textOf, comments: comment.textOf, group_messages: groupMessage.textOf } as const;

/** The texts of the row that this draft became. A report is a setting, and its draft has the key of that. */
async function sentTexts({ collections, userId }: LocalStore, { rowId, key }: StoredDraft): Promise<readonly string[]> {
  for (const name of Object.keys(textOf) as (keyof typeof textOf)[]) {
    const row = (await collections[name].findOne(rowId).exec())?.toJSON();
    if (row) return [...draftTexts(textOf[name](row as never)).values()];
  }
  const setting = await collections.settings.findOne(settingId(userId, key)).exec();
  return setting ? [setting.value] : [];
}

/** Deletes the drafts that a stored row begins with: of what was typed last, a draft may lack a moment. Other drafts stay as they are. */
export async function discardSentDrafts(store: LocalStore): Promise<void> {
  for (const draft of await store.drafts.read()) {
    const sent = (await sentTexts(store, draft)).filter((text) => text !== '');
    const isSent = (text: string) => sent.some((whole) => whole.startsWith(text));
    if (sent.length > 0 && [...draftTexts(draft.value).values()].every(isSent)) await store.drafts.remove(draft);
  }
}
