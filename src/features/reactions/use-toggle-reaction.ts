import { useCallback, useState } from 'react';
import { reactionText } from '../../text/reactions.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { type Target, toggleReaction } from './toggle-reaction.ts';

export interface ToggleReaction {
  readonly toggle: (emoji: string) => void;
  /** the count of toggles made here: the animation runs for the member's own reactions, not for those by others */
  readonly times: number;
}

/** Toggles the signed-in member's reaction on a target. Errors are shown in a toast. */
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
