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

/** Whether a stored row begins with this draft: of what was typed last, a draft may lack a moment. */
export async function isSent(store: LocalStore, draft: StoredDraft): Promise<boolean> {
  const sent = await sentText(store, draft);
  if (!isWritten(sent)) return false;
  const texts = [...draftTexts(sent).values()].filter((text) => text !== '');
  const photos = new Set(draftPhotos(sent));
  const isPartOf = (text: string) => text === '' || texts.some((whole) => whole.startsWith(text));
  return [...draftTexts(draft.value).values()].every(isPartOf) && draftPhotos(draft.value).every((id) => photos.has(id));
}

/** Deletes the drafts that were sent. Other drafts stay as they are. */
export async function discardSentDrafts(store: LocalStore): Promise<void> {
  for (const draft of await store.drafts.read()) if (await isSent(store, draft)) await store.drafts.remove(draft);
}
