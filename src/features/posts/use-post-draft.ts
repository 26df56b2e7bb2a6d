import { useCallback, useMemo, useState } from 'react';
import { audienceOf } from '../../../schemas/posts/audience.ts';
import { blankPost, type PostText, post } from '../../../schemas/posts/post.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';

/** The stored draft of a post. */
interface StoredDraft extends PostText {
  /** the last write of the edited post when the draft was begun */
  readonly basis: string;
}

export interface PostDraft extends Pick<Draft<unknown>, 'restored' | 'rowId' | 'discard' | 'others'> {
  /** whether the store has answered: an earlier change would overwrite the stored draft */
  readonly known: boolean;
  readonly value: PostText;
  readonly basis: string;
  /** whether anything was typed or chosen, now or before */
  readonly begun: boolean;
  readonly change: (part: Partial<PostText>) => void;
}

/** The form of a new post. */
export const NEW_POST = 'post-new';

/** The draft of a new post that was not begun in its form. */
export const newPostDraft = (text: Pick<PostText, 'content' | 'photos'>): StoredDraft => ({ ...blankPost, ...text, basis: '' });

/** Whether the text differs from `initial`. An audience alone is quickly chosen again, so it makes no draft. */
const hasText = (written: Partial<PostText>, initial: PostText): boolean =>
  !post.sameText({ ...initial, ...written, ...audienceOf(initial) }, initial);

/**
 * Text, audience and people of one form, kept until they are sent or discarded. `initial` and `basis` apply if no draft is stored. Choices
 * made without a change of the text last only while the form is open.
 */
export function usePostDraft(key: string, initial: PostText, basis: string): PostDraft {
  const { value: stored, restored, rowId, save, discard, others } = useDraft<Partial<StoredDraft>>(key);
  const [chosen, setChosen] = useState<Partial<StoredDraft> | null>(null);
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
  const discardAll = useCallback(() => {
    setChosen(null);
    return discard();
  }, [discard]);
  return {
    known: stored !== undefined,
    value,
    basis: begunOn,
    begun: kept !== null,
    restored: restored && written !== null,
    rowId,
    change,
    discard: discardAll,
    others,
  };
}
