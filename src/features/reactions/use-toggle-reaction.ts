import { useCallback } from 'react';
import { useStore } from '../../data/local-store.tsx';
import { refusalText } from '../../text/refusal-text.ts';
import { notify } from '../../ui/toast.ts';
import { type Target, toggleReaction } from './react.ts';

/** Toggles one's own reaction on a target; what goes wrong is said in a toast. */
export function useToggleReaction(type: Target['type'], id: string): (emoji: string) => void {
  const store = useStore();
  return useCallback(
    (emoji: string) => {
      toggleReaction(store, { userId: store.userId }, { type, id }, emoji).then(
        (verdict) => {
          if (!verdict.allowed) notify.error(refusalText[verdict.code]);
        },
        () => notify.error('Failed to update reaction. Please try again.'),
      );
    },
    [store, type, id],
  );
}
