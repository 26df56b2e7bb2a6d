// Whose profile lies open over the page, or how one is connected with them. Anything on the page may ask for it.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';

export interface ShownPerson {
  readonly userId: string;
  /** as the row brought them where they were met; a profile that is held comes first */
  readonly name: string;
  readonly imageUrl: string | null;
  /** who wrote the post under which they were met: a long path leads over them */
  readonly postAuthorId?: string | undefined;
}

export interface Shown {
  readonly view: 'profile' | 'connection';
  readonly person: ShownPerson;
}

let shown: Shown | null = null;
const changed = createTopic();
function set(next: Shown | null): void {
  shown = next;
  changed.announce();
}

export const showProfile = (person: ShownPerson): void => set({ view: 'profile', person });
export const showConnection = (person: ShownPerson): void => set({ view: 'connection', person });
export const closePerson = (): void => {
  if (shown) set(null);
};
export const useShown = (): Shown | null => useSyncExternalStore(changed.subscribe, () => shown);
