import { useEffect } from 'react';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { messages } from '../../text/messages.ts';
import { notify } from '../../ui/toast.ts';

const TOAST = 'reaction-refused';

/**
 * Says of reactions that the server refused that they failed, and lets go of them: the screen shows again what stands, and there is
 * no text to save. One message stands for all that came back together. Once, around all screens.
 */
export function RefusedReactions() {
  const store = useStore();
  const refused = useRefused();
  useEffect(() => {
    const reactions = refused.filter((entry) => entry.collection === 'reactions');
    if (reactions.length === 0) return;
    const tell = () => {
      // Of several tabs the one that is looked at says it.
      if (document.visibilityState !== 'visible') return;
      notify.error(messages.REACTION_UPDATE_FAILED, { id: TOAST });
      for (const { write_id } of reactions) {
        discardRefused(store, write_id).catch((error: unknown) => console.error('A refused reaction could not be let go of', error));
      }
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [store, refused]);
  return null;
}
