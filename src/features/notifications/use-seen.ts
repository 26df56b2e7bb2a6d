import { useCallback, useEffect, useRef } from 'react';
import { markRead } from '../../data/store/change-notifications.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { useAttended } from '../../ui/behaviour/use-attended.ts';
import type { NotificationRow } from './recent.ts';

/** What a screen shows: notifications about it count as seen. Undefined while it is not on the screen. */
export interface Seen {
  readonly postId?: string | undefined;
  readonly groupId?: string | undefined;
}

const isAbout = (row: NotificationRow, { postId, groupId }: Seen): boolean =>
  (postId !== undefined && row.related_post_id === postId) || (groupId !== undefined && row.related_group_id === groupId);

/** All unread notifications of the signed-in member. */
export const useUnreadRows = () =>
  useLiveQuery(({ collections }) => collections.notifications.find({ selector: { is_read: false } }), []).rows;

/** Marks unread notifications read that `isSeen` accepts, while the member attends to the page. */
export function useMarkSeen(rows: readonly NotificationRow[] | undefined, isSeen: (row: NotificationRow) => boolean): void {
  const store = useStore();
  const attended = useAttended();
  // A row stays unread here until the store has answered. Until then it must not be written again.
  const marking = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!attended) return;
    const unread = rows ?? [];
    const seen = unread.filter((row) => isSeen(row) && !marking.current.has(row.id)).map(({ id }) => id);
    // A row that was marked and becomes unread again counts as new.
    marking.current = new Set([...unread.map(({ id }) => id).filter((id) => marking.current.has(id)), ...seen]);
    if (seen.length === 0) return;
    markRead(store, seen).catch((error: unknown) => {
      console.error('A notification could not be marked read', error);
      marking.current = new Set([...marking.current].filter((id) => !seen.includes(id)));
    });
  }, [store, attended, rows, isSeen]);
}

/**
 * Marks notifications read that are about the post or group on the screen, also new ones, while the member attends to the page. A group
 * sends no further notification until the last one was read. Without this, a member who reads in the chat would get no more of them.
 */
export function useSeen({ postId, groupId }: Seen): void {
  useMarkSeen(
    useUnreadRows(),
    useCallback((row) => isAbout(row, { postId, groupId }), [postId, groupId]),
  );
}
