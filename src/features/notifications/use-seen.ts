import { useCallback, useEffect, useRef } from 'react';
import { markRead } from '../../data/change-notifications.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';
import { useAttended } from '../../ui/use-attended.ts';
import type { NotificationRow } from './recent.ts';

/** What a screen shows: what is told of that has been seen. Undefined as long as it is not on the screen. */
export interface Seen {
  readonly postId?: string | undefined;
  readonly groupId?: string | undefined;
}

const isAbout = (row: NotificationRow, { postId, groupId }: Seen): boolean =>
  (postId !== undefined && row.related_post_id === postId) || (groupId !== undefined && row.related_group_id === groupId);

/** All of one's own notifications that are unread. */
export const useUnreadRows = () =>
  useLiveQuery(({ collections }) => collections.notifications.find({ selector: { is_read: false } }), []).rows;

/** Marks read those unread ones that somebody sees, while they look at the page. */
export function useMarkSeen(rows: readonly NotificationRow[] | undefined, isSeen: (row: NotificationRow) => boolean): void {
  const store = useStore();
  const attended = useAttended();
  // A row stands here as unread until the store has answered: it is not written again meanwhile.
  const marking = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!attended) return;
    const unread = rows ?? [];
    const seen = unread.filter((row) => isSeen(row) && !marking.current.has(row.id)).map(({ id }) => id);
    // What was marked and becomes unread again counts anew.
    marking.current = new Set([...unread.map(({ id }) => id).filter((id) => marking.current.has(id)), ...seen]);
    if (seen.length === 0) return;
    markRead(store, seen).catch((error: unknown) => {
      console.error('A notification could not be marked read', error);
      marking.current = new Set([...marking.current].filter((id) => !seen.includes(id)));
    });
  }, [store, attended, rows, isSeen]);
}

/**
 * Marks read what is told of the post or the group that is on the screen, also what arrives meanwhile, while somebody looks at it. Of a group
 * one is told once until one has read that: without this, who reads in the chat would not be told again.
 */
export function useSeen({ postId, groupId }: Seen): void {
  useMarkSeen(
    useUnreadRows(),
    useCallback((row) => isAbout(row, { postId, groupId }), [postId, groupId]),
  );
}
