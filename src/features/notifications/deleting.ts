/**
 * Notifications that were deleted a moment ago and can still be kept. A deleted row never comes back to any device, so it is taken away only
 * when the time to think again is over; until then it is hidden. A page that is closed before that keeps them.
 */
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';

let deleting: ReadonlySet<string> = new Set();
const changed = createTopic();

function set(next: ReadonlySet<string>): void {
  deleting = next;
  changed.announce();
}

export const hideNotifications = (ids: readonly string[]): void => set(new Set([...deleting, ...ids]));
export const showNotifications = (ids: readonly string[]): void => set(new Set([...deleting].filter((id) => !ids.includes(id))));

/** The ids of those that are hidden. */
export const useDeleting = (): ReadonlySet<string> => useSyncExternalStore(changed.subscribe, () => deleting);
