import { useEffect, useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { Audience } from '../../../schemas/posts/audience.ts';

let written: Audience | undefined;
const changed = createTopic();

function publish(audience: Audience | undefined): void {
  written = audience;
  changed.announce();
}

/** Publishes the audience of the post being written to components beside the form, while the form is mounted. */
export function usePublishAudience({ visibility_type, specific_user_ids }: Audience): void {
  useEffect(() => publish({ visibility_type, specific_user_ids }), [visibility_type, specific_user_ids]);
  useEffect(() => () => publish(undefined), []);
}

/** The audience of the post being written; undefined if none is. */
export const useWrittenAudience = (): Audience | undefined => useSyncExternalStore(changed.subscribe, () => written);
