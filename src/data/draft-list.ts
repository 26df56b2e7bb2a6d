import { useCallback, useEffect, useState } from 'react';
import type { StoredDraft } from './draft-rules.ts';
import { eraseDraft } from './drafts.ts';
import { useStore } from './local-store.tsx';

/** All drafts of this device, kept current. Undefined until they are read. */
export function useDraftList(): readonly StoredDraft[] | undefined {
  const store = useStore();
  const [drafts, setDrafts] = useState<readonly StoredDraft[]>();
  useEffect(() => {
    let current = true;
    const read = () =>
      store.drafts.read().then(
        (found) => current && setDrafts(found),
        (error: unknown) => console.warn('The drafts could not be read', error),
      );
    const unfollow = store.drafts.follow(() => void read());
    return () => {
      current = false;
      unfollow();
    };
  }, [store]);
  return drafts;
}

/** Returns a function that deletes a draft for good. */
export function useDiscardDraft(): (draft: Pick<StoredDraft, 'document' | 'revision'>) => Promise<void> {
  const store = useStore();
  return useCallback((draft) => eraseDraft(store, draft), [store]);
}
