import { useEffect } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { notificationsText } from '../../text/notifications.ts';
import { reactionText } from '../../text/reactions.ts';
import { notify } from '../../ui/toast.ts';

/** Writes for which nothing was typed: there is no text to save, and nothing to edit or to send again. */
const words: Partial<Record<CollectionName, (refused: Refused) => string>> = {
  reactions: () => reactionText.updateFailed,
  notifications: ({ document: row }) => (row._deleted ? notificationsText.deleteFailed : notificationsText.updateFailed),
};

export const isSaidInPassing = ({ collection }: Refused): boolean => words[collection] !== undefined;

/**
 * Says of such writes that the server refused that they failed, and lets go of them: the screen shows again what stands. One message
 * stands for all of a kind that came back together. Once, around all screens.
 */
export function RefusedInPassing() {
  const store = useStore();
  const refused = useRefused();
  useEffect(() => {
    const passing = refused.filter(isSaidInPassing);
    if (passing.length === 0) return;
    const tell = () => {
      // Of several tabs the one that is looked at says it.
      if (document.visibilityState !== 'visible') return;
      for (const entry of passing) {
        notify.error(words[entry.collection]?.(entry) ?? '', { id: `${entry.collection}-refused` });
        discardRefused(store, entry.write_id).catch((error: unknown) => console.error('A refused write could not be let go of', error));
      }
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [store, refused]);
  return null;
}
