import { useEffect, useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { Audience } from '../../../schemas/posts/audience.ts';

let written: Audience | undefined;
const changed = createTopic();

function publish(audience: Audience | undefined): void {
  written = audience;
  changed.announce();
}

/** Says whom the post that is being written is for, to what stands beside its form, as long as the form stands. */
export function useTellAudience({ visibility_type, specific_user_ids }: Audience): void {
  useEffect(() => publish({ visibility_type, specific_user_ids }), [visibility_type, specific_user_ids]);
  useEffect(() => () => publish(undefined), []);
}

/** Whom the post that is being written is for; undefined where none is. */
export const useWrittenAudience = (): Audience | undefined => useSyncExternalStore(changed.subscribe, () => written);
