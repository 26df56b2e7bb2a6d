import { createTopic } from '../../../schemas/base/topic.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { onErasureOwed } from '../session/owed-erasure.ts';
import type { StoredDraft } from '../store/draft-store.ts';
import { distinctDrafts } from '../store/draft-text.ts';
import type { LocalStore } from '../store/local-store.tsx';
import { createOpenDraft, type OpenDraft } from './open-draft.ts';

/** The drafts of this page, one for each form that was opened in it. They outlive their forms. */
const openDrafts = new Map<string, OpenDraft>();
const memberPrefix = ({ userId }: Pick<LocalStore, 'userId'>): string => `${userId} `;

const changed = createTopic();
/** Calls back when something was typed, stored or discarded in a form of this page. */
export const onDraftChange = changed.subscribe;

/** The draft of this form in this page. */
export function openDraft<T>(local: LocalStore, key: string): OpenDraft<T> {
  const at = `${memberPrefix(local)}${key}`;
  const known = openDrafts.get(at);
  if (known) return known as OpenDraft<T>;
  const draft = createOpenDraft<T>(key, local);
  draft.subscribe(changed.announce);
  openDrafts.set(at, draft as OpenDraft<never>);
  return draft;
}

// What a member has erased must not come back from the memory of a page when they sign in again.
onErasureOwed((userId) => {
  for (const [at, draft] of [...openDrafts]) {
    if (!at.startsWith(memberPrefix({ userId }))) continue;
    draft.forget();
    openDrafts.delete(at);
  }
});

/** The drafts of one member in this page. */
export const draftsOf = (local: LocalStore): readonly OpenDraft[] =>
  [...openDrafts].flatMap(([at, draft]) => (at.startsWith(memberPrefix(local)) ? [draft] : []));

/** Resolves when everything that was typed in this page is stored, as far as possible. */
export async function storeDraftsNow(): Promise<void> {
  await Promise.all([...openDrafts.values()].map((draft) => draft.storeNow()));
}

/** Whether this page has typed text that this store lacks or, without `local`, that no store has. A reload now would lose it. */
export function hasUnstoredDrafts(local?: LocalStore): boolean {
  return (local ? draftsOf(local) : [...openDrafts.values()]).some((draft) => draft.isUnstored(local));
}

/** Counts the texts that were begun and not sent: the stored ones, and those of this page that could not be stored. */
export async function countDrafts(local: LocalStore): Promise<number> {
  await storeDraftsNow();
  const unstored = draftsOf(local).flatMap((draft) => (draft.isUnstored(local) ? [draft.shown()] : []));
  const replaced = new Set(unstored.map(({ id }) => id));
  const stored = (await local.drafts.read()).filter(({ id }) => !replaced.has(id));
  return distinctDrafts([...unstored, ...stored]).length;
}

/** Deletes a draft in the revision that the member saw, whether its form is open or not. */
export async function eraseDraft(local: LocalStore, draft: StoredDraft): Promise<void> {
  for (const open of draftsOf(local)) open.discardIf(draft);
  try {
    await local.drafts.remove(draft);
  } catch (error) {
    if (lacksDiskSpace(error)) local.connection.outOfDiskSpace();
    else console.warn('A draft could not be removed', error);
  }
}
