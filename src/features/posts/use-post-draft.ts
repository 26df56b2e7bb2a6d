import { useCallback, useMemo, useState } from 'react';
import { type Draft, useDraft } from '../../data/drafts.ts';
import type { PostText } from './write-post.ts';

/** A post that is being written, as it is kept. */
interface KeptPost extends PostText {
  /** what it was begun on: the id that a new post gets, or the write that made the post which is changed */
  readonly basis: string;
}

export interface PostDraft {
  /** whether the store has answered: what is changed before would take the place of what it has */
  readonly known: boolean;
  readonly value: PostText;
  readonly basis: string;
  /** whether something was typed or chosen here, now or before */
  readonly begun: boolean;
  readonly restored: boolean;
  readonly change: (part: Partial<PostText>) => void;
  readonly discard: () => Promise<void>;
  readonly others: Draft<unknown>['others'];
}

/** Whether this says something that `initial` does not. An audience without it is chosen again in a moment: it is no draft. */
const hasText = (post: Partial<PostText>, initial: PostText): boolean => (post.content ?? '').trim() !== initial.content.trim();

/**
 * Text, audience and people of one form, kept until they are sent or discarded; `initial` and `basis` where nothing is kept. What is
 * chosen beside a text that nobody has changed lasts as long as the form is open.
 */
export function usePostDraft(key: string, initial: PostText, basis: string): PostDraft {
  const { value: stored, restored, save, discard, others } = useDraft<Partial<KeptPost>>(key);
  const [chosen, setChosen] = useState<Partial<KeptPost> | null>(null);
  const written = stored && hasText(stored, initial) ? stored : null;
  const kept = written ?? chosen;
  const value = useMemo(() => ({ ...initial, ...kept }), [initial, kept]);
  const begunOn = kept?.basis ?? basis;
  const change = useCallback(
    (part: Partial<PostText>) => {
      const next = { ...value, ...part, basis: begunOn };
      const worthKeeping = hasText(next, initial);
      setChosen(worthKeeping ? null : next);
      if (worthKeeping) save(next);
      else if (stored) void discard();
    },
    [save, discard, stored, value, initial, begunOn],
  );
  const letGo = useCallback(() => {
    setChosen(null);
    return discard();
  }, [discard]);
  return {
    known: stored !== undefined,
    value,
    basis: begunOn,
    begun: kept !== null,
    restored: restored && written !== null,
    change,
    discard: letGo,
    others,
  };
}
