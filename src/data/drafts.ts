import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { lacksDiskSpace } from '../../workers/device/disk-space.ts';
import type { StoredDraft } from './draft-rules.ts';
import { draftText } from './draft-text.ts';
import { type LocalStore, useStore } from './local-store.tsx';
import { createOpenDraft, type OpenDraft } from './open-draft.ts';
import { onErasureOwed } from './owed-erasure.ts';

/**
 * Texts that somebody is still writing, in the local store: they come back after a reload, a crash or a closed tab. What
 * was typed is stored within half a second, and at once when the page is hidden or the form goes away. Where it cannot be
 * stored, on a device without room or after the browser took the store away, it is kept in the memory of this page and stored as
 * soon as it can be. What several tabs write is all kept (draft-rules.ts).
 */
export interface Draft<T> {
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether `value` was found, not typed since this form opened */
  readonly restored: boolean;
  save(value: T): void;
  /** The form is empty when this returns; the promise settles when the store has no draft any more. */
  discard(): Promise<void>;
  readonly others: OtherDrafts;
}

/** Texts of the same form that it does not show: another tab wrote them, or they were there before what is typed now. */
export interface OtherDrafts {
  readonly drafts: readonly StoredDraft[];
  /** whether the form has a text of its own beside them */
  readonly besideOwn: boolean;
  /** The form shows this one, and its own text becomes one of the others. */
  take(draft: StoredDraft): Promise<void>;
  discard(draft: StoredDraft): Promise<void>;
}

const openDrafts = new Map<string, OpenDraft>();
const ofMember = ({ userId }: Pick<LocalStore, 'userId'>): string => `${userId} `;

function openDraft<T>(local: LocalStore, key: string): OpenDraft<T> {
  const at = `${ofMember(local)}${key}`;
  const draft = openDrafts.get(at) ?? (createOpenDraft<T>(key, local) as OpenDraft<never>);
  openDrafts.set(at, draft);
  return draft as OpenDraft<T>;
}

// What a member has erased must not come back from the memory of a page when they sign in again.
onErasureOwed((userId) => {
  for (const at of [...openDrafts.keys()]) if (at.startsWith(ofMember({ userId }))) openDrafts.delete(at);
});

const draftsOf = (local: LocalStore): readonly OpenDraft[] =>
  [...openDrafts].flatMap(([at, draft]) => (at.startsWith(ofMember(local)) ? [draft] : []));

/** Resolves when everything that was typed in this page is stored, as far as it can be. */
export async function storeDraftsNow(): Promise<void> {
  await Promise.all([...openDrafts.values()].map((draft) => draft.storeNow()));
}

/** Whether this page holds something typed that this store has not, or no store at all: a reload now would lose it. */
export function hasUnstoredDrafts(local?: LocalStore): boolean {
  return (local ? draftsOf(local) : [...openDrafts.values()]).some((draft) => draft.isUnstored(local));
}

/** How many texts were begun and not sent: those that are stored, and those of this page that could not be. */
export async function countDrafts(local: LocalStore): Promise<number> {
  await storeDraftsNow();
  const texts = new Map((await local.drafts.read()).map(({ document, value }) => [document, draftText(value)]));
  for (const draft of draftsOf(local)) {
    const { document, value } = draft.form();
    if (draft.isUnstored(local)) texts.set(document, draftText(value));
  }
  return [...texts.values()].filter((text) => text !== '').length;
}

/** Lets go of a draft as it was seen, whether its form is open or not. */
export async function eraseDraft(local: LocalStore, draft: Pick<StoredDraft, 'document' | 'revision'>): Promise<void> {
  for (const open of draftsOf(local)) open.discardIf(draft);
  try {
    await local.drafts.remove(draft);
  } catch (error) {
    if (lacksDiskSpace(error)) local.connection.outOfDiskSpace();
    else console.warn('A draft could not be removed', error);
  }
}

/** The draft of one context: `post-new`, `comment-<post id>`, ... */
export function useDraft<T>(key: string): Draft<T> {
  const local = useStore();
  const draft = useMemo(() => openDraft<T>(local, key), [local, key]);
  const { value, restored, others } = useSyncExternalStore(draft.subscribe, draft.form);

  useLayoutEffect(() => {
    const detach = draft.attach(local);
    let wasFull = false;
    const unsubscribe = local.connection.subscribe(() => {
      const { storageFull } = local.connection.snapshot().status;
      if (wasFull && !storageFull) for (const each of draftsOf(local)) void each.moveTo(local);
      wasFull = storageFull;
    });
    const onHide = () => void draft.storeNow();
    const onVisibility = () => (document.visibilityState === 'hidden' ? draft.leave() : draft.look());
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', onHide);
    return () => {
      unsubscribe();
      detach();
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', onHide);
    };
  }, [local, draft]);

  // Drawn at once: a form that still showed what was sent would send it again, and then empty itself of the next text.
  const discard = useCallback(() => flushSync(() => draft.discard()), [draft]);
  const besideOwn = draftText(value) !== '';
  const beside = useMemo(
    (): OtherDrafts => ({ drafts: others, besideOwn, take: draft.take, discard: (other) => eraseDraft(local, other) }),
    [others, besideOwn, draft, local],
  );
  return { value, restored, save: draft.type, discard, others: beside };
}
