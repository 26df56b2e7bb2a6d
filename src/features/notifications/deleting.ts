/**
 * Notifications that were just deleted and can still be restored. A deleted row never comes back to any device. So the row is deleted only
 * when the time to undo is over, and it is hidden until then. If the page closes before that, they are kept.
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

/** The ids of the hidden notifications. */
export const useDeleting = (): ReadonlySet<string> => useSyncExternalStore(changed.subscribe, () => deleting);
