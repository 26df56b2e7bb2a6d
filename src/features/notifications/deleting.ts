/**
 * Notifications that were deleted a moment ago and can still be kept. A deleted row never comes back to any device, so it is taken away only
 * when the time to think again is over; until then it is hidden. A page that is closed before that keeps them.
 */
import { useSyncExternalStore } from 'react';

let deleting: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  deleting = next;
  for (const listener of listeners) listener();
}

export const hideNotifications = (ids: readonly string[]): void => set(new Set([...deleting, ...ids]));
export const showNotifications = (ids: readonly string[]): void => set(new Set([...deleting].filter((id) => !ids.includes(id))));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The ids of those that are hidden. */
export const useDeleting = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => deleting);
