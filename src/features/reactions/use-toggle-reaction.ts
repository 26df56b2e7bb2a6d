import { useCallback, useState } from 'react';
import { reactionText } from '../../text/reactions.ts';
import { notify } from '../../ui/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { type Target, toggleReaction } from './react.ts';

export interface ToggleReaction {
  readonly toggle: (emoji: string) => void;
  /** how often it was done here: what moves when one reacts oneself stays still when others do */
  readonly times: number;
}

/** Toggles one's own reaction on a target; what goes wrong is said in a toast. */
export function useToggleReaction(type: Target['type'], id: string): ToggleReaction {
  const write = useWrite();
  const [times, setTimes] = useState(0);
  const toggle = useCallback(
    (emoji: string) => {
      setTimes((before) => before + 1);
      void write(
        (store) => toggleReaction(store, { type, id }, emoji),
        reactionText.toggleFailed,
        () => notify.error(reactionText.updateFailed),
      );
    },
    [write, type, id],
  );
  return { toggle, times };
}
