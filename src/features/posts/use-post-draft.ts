import { useCallback, useMemo } from 'react';
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

/** Text, audience and people of one form, kept until they are sent or discarded; `initial` and `basis` where nothing is kept. */
export function usePostDraft(key: string, initial: PostText, basis: string): PostDraft {
  const { value: kept, restored, save, discard, others } = useDraft<Partial<KeptPost>>(key);
  const value = useMemo(() => ({ ...initial, ...kept }), [initial, kept]);
  const begunOn = kept?.basis ?? basis;
  const change = useCallback((part: Partial<PostText>) => save({ ...value, ...part, basis: begunOn }), [save, value, begunOn]);
  return { known: kept !== undefined, value, basis: begunOn, begun: Boolean(kept), restored, change, discard, others };
}
