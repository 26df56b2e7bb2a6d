import { useEffect, useSyncExternalStore } from 'react';
import { createTopic } from '../../../../schemas/base/topic.ts';
import { type Audience, sameAudience } from '../../../../schemas/posts/audience.ts';

let written: Audience | undefined;
const changed = createTopic();

function publish(audience: Audience | undefined): void {
  if (audience && written && sameAudience(audience, written)) return;
  written = audience;
  changed.announce();
}

/** Publishes the audience of the post being written to components beside the form, while the form is mounted. */
export function usePublishAudience(audience: Audience): void {
  useEffect(() => publish(audience), [audience]);
  useEffect(() => () => publish(undefined), []);
}

/** The audience of the post being written; undefined if none is. */
export const useWrittenAudience = (): Audience | undefined => useSyncExternalStore(changed.subscribe, () => written);
