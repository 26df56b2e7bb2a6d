// The member whose profile, or whose connection to the signed-in member, is open over the page. Any component may open it.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';

export interface ShownPerson {
  readonly userId: string;
  /** as in the row where the member was shown; a stored profile takes precedence */
  readonly name: string;
  readonly imageUrl: string | null;
  /** the author of the post where the member was shown: a long path leads through them */
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
