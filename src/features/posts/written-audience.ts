import { useEffect, useSyncExternalStore } from 'react';
import type { Audience } from './audience.ts';

let written: Audience | undefined;
const listeners = new Set<() => void>();

function publish(audience: Audience | undefined): void {
  written = audience;
  for (const listener of listeners) listener();
}

/** Says whom the post that is being written is for, to what stands beside its form, as long as the form stands. */
export function useTellAudience({ visibility_type, specific_user_ids }: Audience): void {
  useEffect(() => publish({ visibility_type, specific_user_ids }), [visibility_type, specific_user_ids]);
  useEffect(() => () => publish(undefined), []);
}

/** Whom the post that is being written is for; undefined where none is. */
export const useWrittenAudience = (): Audience | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => written,
  );
