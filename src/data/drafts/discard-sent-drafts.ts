/**
 * Drafts whose text was sent: the page ended after it had stored the row, and before it had deleted the draft. Phones end pages that are
 * left, also in the middle of this.
 */

import { comment } from '../../../schemas/comments/comment.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { post } from '../../../schemas/posts/post.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { StoredDraft } from '../store/draft-store.ts';
import { draftPhotos, draftTexts, isWritten } from '../store/draft-text.ts';
import type { LocalStore } from '../store/local-store.tsx';

/** Only what its author wrote: a name or a time in the row must not make a draft a sent one. */
const textOf = { posts: post.textOf, comments: comment.textOf, group_messages: groupMessage.textOf } as const;

/** What the row that this draft became says; null if there is none. A report is a setting, and its draft has the key of that. */
async function sentText({ collections, userId }: LocalStore, { rowId, key }: StoredDraft): Promise<unknown> {
  for (const name of Object.keys(textOf) as (keyof typeof textOf)[]) {
    const row = (await collections[name].findOne(rowId).exec())?.toJSON();
    if (row) return textOf[name](row as never);
  }
  return (await collections.settings.findOne(settingId(userId, key)).exec())?.value ?? null;
}

/** Deletes the drafts that a stored row begins with: of what was typed last, a draft may lack a moment. Other drafts stay as they are. */
export async function discardSentDrafts(store: LocalStore): Promise<void> {
  for (const draft of await store.drafts.read()) {
    const sent = await sentText(store, draft);
    if (!isWritten(sent)) continue;
    const texts = [...draftTexts(sent).values()].filter((text) => text !== '');
    const photos = new Set(draftPhotos(sent));
    const isSent = (text: string) => text === '' || texts.some((whole) => whole.startsWith(text));
    if ([...draftTexts(draft.value).values()].every(isSent) && draftPhotos(draft.value).every((id) => photos.has(id))) {
      await store.drafts.remove(draft);
    }
  }
}
