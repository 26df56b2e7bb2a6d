import { useEffect, useState } from 'react';
import { useStore } from '../../data/store/local-store.tsx';
import { firstUnread } from './read-position.ts';

/** Where a chat opens: at a requested message, at the first unread one, or at the newest. */
export type Opening = { readonly at: 'message' | 'unread'; readonly id: string } | { readonly at: 'end'; readonly id: null };

const end: Opening = { at: 'end', id: null };

/**
 * Decided once, when the chat opens; undefined until then. If the requested message is not stored, the chat opens at the first unread one.
 */
export function useOpening(groupId: string, joinedAt: string, wanted: string | null): Opening | undefined {
  const store = useStore();
  const [opening, setOpening] = useState<Opening>();
  const [asked] = useState({ wanted, joinedAt });
  useEffect(() => {
    let current = true;
    const decide = async (): Promise<Opening> => {
      if (asked.wanted) {
        const stored = await store.collections.group_messages.findOne(asked.wanted).exec();
        if (stored?.group_id === groupId) return { at: 'message', id: stored.id };
      }
      const unread = await firstUnread(store, groupId, asked.joinedAt);
      return unread ? { at: 'unread', id: unread } : end;
    };
    decide().then(
      (decided) => current && setOpening(decided),
      () => current && setOpening(end),
    );
    return () => {
      current = false;
    };
  }, [store, groupId, asked]);
  return opening;
}
