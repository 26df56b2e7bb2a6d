import { useCallback, useEffect, useState } from 'react';
import type { StoredDraft } from '../store/draft-store.ts';
import { distinctDrafts } from '../store/draft-text.ts';
import { useStore } from '../store/local-store.tsx';
import { eraseDraft } from './page-drafts.ts';

/** The drafts of this device that contain text, the newest first, kept current. Undefined until they are read. */
export function useDraftList(): readonly StoredDraft[] | undefined {
  const store = useStore();
  const [drafts, setDrafts] = useState<readonly StoredDraft[]>();
  useEffect(() => {
    let current = true;
    const read = () =>
      store.drafts.read().then(
        (found) => current && setDrafts(distinctDrafts(found)),
        (error: unknown) => console.warn('The drafts could not be read', error),
      );
    const unfollow = store.drafts.follow(() => void read());
    void read();
    return () => {
      current = false;
      unfollow();
    };
  }, [store]);
  return drafts;
}

/** Returns a function that deletes a draft for good. */
export function useDiscardDraft(): (draft: StoredDraft) => Promise<void> {
  const store = useStore();
  return useCallback((draft) => eraseDraft(store, draft), [store]);
}
