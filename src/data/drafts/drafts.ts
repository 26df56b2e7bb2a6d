import { useCallback, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { listen } from '../../../schemas/base/listen.ts';
import type { StoredDraft } from '../store/draft-store.ts';
import { isWritten } from '../store/draft-text.ts';
import { useStore } from '../store/local-store.tsx';
import { draftsOf, eraseDraft, openDraft } from './page-drafts.ts';
import { keysSetAside } from './set-aside.ts';

/**
 * Texts that a member is still writing, on this device. They come back after a reload, a crash or a closed tab. What was typed is
 * stored within half a second, and at once when the page is hidden or the form closes. If it cannot be stored, since the disk is full or
 * the browser took the store away, this page keeps it in memory, keeps it for a reload (set-aside.ts), and stores it as soon as possible.
 * Each tab writes a draft of its own, so that two tabs never overwrite each other (draft-store.ts).
 */
export interface Draft<T> {
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** The value at this moment, also when the form has closed, while it is held. */
  now(): T | null | undefined;
  /** The draft stays as if its form were open until the returned function is called: something is still to be added. */
  hold(): () => void;
  /** whether `value` was found, not typed since this form opened */
  readonly restored: boolean;
  /** the id of the row that this text becomes when it is sent */
  readonly rowId: string;
  save(value: T): void;
  /** The form is empty when this returns. The promise settles once the store has deleted the draft, or failed to. */
  discard(): Promise<void>;
  readonly others: OtherDrafts;
}

/** Texts of the same form that it does not show: another tab wrote them, or they existed before the present text. */
export interface OtherDrafts {
  readonly drafts: readonly StoredDraft[];
  /** whether the form has a text of its own as well */
  readonly besideOwn: boolean;
  /** The form shows this one, and its own text becomes one of the others. */
  take(draft: StoredDraft): Promise<void>;
  discard(draft: StoredDraft): Promise<void>;
}

/**
 * Stores what this page could not store, as soon as there is disk space, and what this tab could not store before it was reloaded. Its forms
 * need not be open. Call it once, around all forms.
 */
export function useUnstoredDrafts(): void {
  const local = useStore();
  useEffect(() => {
    let wasFull = false;
    const unsubscribe = local.connection.subscribe(() => {
      const { storageFull } = local.connection.snapshot().status;
      if (wasFull && !storageFull) for (const draft of draftsOf(local)) void draft.moveTo(local);
      wasFull = storageFull;
    });
    for (const key of keysSetAside(local.userId)) void openDraft(local, key).moveTo(local);
    return unsubscribe;
  }, [local]);
}

/** The draft of one form: `post-new`, `comment-<post id>`, ... */
export function useDraft<T>(key: string): Draft<T> {
  const local = useStore();
  const draft = useMemo(() => openDraft<T>(local, key), [local, key]);
  const { value, restored, rowId, others } = useSyncExternalStore(draft.subscribe, draft.shown);

  useLayoutEffect(() => {
    const detach = draft.attach(local);
    const onHide = () => void draft.storeNow();
    const onVisibility = () => (document.visibilityState === 'hidden' ? draft.leave() : draft.look());
    const stop = listen([document, 'visibilitychange', onVisibility], [window, 'pagehide', onHide]);
    return () => {
      detach();
      stop();
    };
  }, [local, draft]);

  // Rendered at once: a form that still showed the sent text could send it again, and would then clear the next text.
  const discard = useCallback(() => flushSync(() => draft.discard()), [draft]);
  const besideOwn = isWritten(value);
  const beside = useMemo(
    (): OtherDrafts => ({ drafts: others, besideOwn, take: draft.take, discard: (other) => eraseDraft(local, other) }),
    [others, besideOwn, draft, local],
  );
  const now = useCallback(() => draft.shown().value, [draft]);
  const hold = useCallback(() => draft.attach(local), [draft, local]);
  return { value, now, hold, restored, rowId, save: draft.type, discard, others: beside };
}
