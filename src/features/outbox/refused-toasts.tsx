import { useEffect } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { notificationsText } from '../../text/notifications.ts';
import { reactionText } from '../../text/reactions.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { answeredHere } from './answered-here.ts';
import { isFullTable, showFullTable } from './full-table.ts';

/** Writes without typed text: there is no text to save, and nothing to edit or send again. */
const words: Partial<Record<CollectionName, (refused: Refused) => string>> = {
  reactions: () => reactionText.updateFailed,
  notifications: ({ document: row }) => (row._deleted ? notificationsText.deleteFailed : notificationsText.updateFailed),
};

export const hasNoText = (refused: Refused): boolean => words[refused.collection] !== undefined || isFullTable(refused);

/**
 * Shows that such writes were refused, and discards them. The screen then shows the server's state again. Several refusals of the same kind
 * share one message. Render it once, around all screens.
 */
export function RefusedToasts() {
  const store = useStore();
  const refused = useRefused();
  useEffect(() => {
    const passing = refused.filter(hasNoText);
    if (passing.length === 0) return;
    const showToasts = () => {
      // Only the visible tab shows it.
      if (document.visibilityState !== 'visible') return;
      for (const entry of passing) {
        if (isFullTable(entry)) {
          // The place where it was answered says it, and discards the write.
          if (answeredHere.has(entry.document.id)) continue;
          const { inviter_name: name } = entry.document;
          showFullTable(entry.code, typeof name === 'string' && name !== '' ? name : undefined);
        } else notify.error(words[entry.collection]?.(entry) ?? '', { id: `${entry.collection}-refused` });
        discardRefused(store, entry.write_id).catch((error: unknown) => console.error('Could not discard a refused write', error));
      }
    };
    showToasts();
    document.addEventListener('visibilitychange', showToasts);
    return () => document.removeEventListener('visibilitychange', showToasts);
  }, [store, refused]);
  return null;
}
