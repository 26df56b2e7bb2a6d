import { useCallback, useMemo, useRef, useState } from 'react';
import { audienceOf } from '../../../schemas/posts/audience.ts';
import { blankPost, type PostText, post } from '../../../schemas/posts/post.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';

/** The stored draft of a post. */
interface StoredDraft extends PostText {
  /** the last write of the edited post when the draft was begun */
  readonly basis: string;
  /** whether a chooser for photos is open: a phone may end the page, and then the audience that was chosen before must not be another */
  readonly choosing?: boolean;
}

/** Fields that change, or how they follow from what the draft has by then. */
type PostChange = Partial<StoredDraft> | ((text: PostText) => Partial<StoredDraft>);

export interface PostDraft extends Pick<Draft<unknown>, 'restored' | 'rowId' | 'discard' | 'others' | 'hold'> {
  readonly key: string;
  /** whether the store has answered: an earlier change would overwrite the stored draft */
  readonly known: boolean;
  readonly value: PostText;
  readonly basis: string;
  /** whether anything was typed or chosen, now or before */
  readonly begun: boolean;
  readonly change: (wanted: PostChange) => void;
}

/** The form of a new post. */
export const NEW_POST = 'post-new';

/** The draft of a new post that was not begun in its form. */
export const newPostDraft = (text: Pick<PostText, 'content' | 'photos'>): StoredDraft => ({ ...blankPost, ...text, basis: '' });

/** Whether the text differs from `initial`. An audience alone is quickly chosen again, so it makes no draft. */
const hasText = (written: Partial<PostText>, initial: PostText): boolean =>
  !post.sameText({ ...initial, ...written, ...audienceOf(initial) }, initial);

const isKept = (stored: Partial<StoredDraft>, initial: PostText): boolean =>
  hasText(stored, initial) || (stored.choosing === true && !post.sameText({ ...initial, ...stored }, initial));

/**
 * Text, audience and people of one form, kept until they are sent or discarded. `initial` and `basis` apply if no draft is stored. Choices
 * made without a change of the text last only while the form is open, or while a chooser for photos is.
 */
export function usePostDraft(key: string, initial: PostText, basis: string): PostDraft {
  const { value: stored, now, hold, restored, rowId, save, discard, others } = useDraft<Partial<StoredDraft>>(key);
  const [chosen, showChosen] = useState<Partial<StoredDraft> | null>(null);
  // A change may come from an earlier render, with a photo that was ready late.
  const latest = useRef(chosen);
  const setChosen = useCallback((next: Partial<StoredDraft> | null) => {
    latest.current = next;
    showChosen(next);
  }, []);
  const written = stored && isKept(stored, initial) ? stored : null;
  const kept = written ?? chosen;
  const value = useMemo(() => ({ ...initial, ...kept }), [initial, kept]);
  const begunOn = kept?.basis ?? basis;
  const change = useCallback(
    (wanted: PostChange) => {
      const before = now();
      const begun = { ...initial, ...(before && isKept(before, initial) ? before : latest.current) };
      const next = { ...begun, choosing: false, ...(typeof wanted === 'function' ? wanted(begun) : wanted), basis: begun.basis ?? basis };
      const worthKeeping = isKept(next, initial);
      setChosen(worthKeeping ? null : next);
      if (worthKeeping) save(next);
      else if (before) void discard();
    },
    [now, save, discard, setChosen, initial, basis],
  );
  const discardAll = useCallback(() => {
    setChosen(null);
    return discard();
  }, [discard, setChosen]);
  return {
    key,
    known: stored !== undefined,
    value,
    basis: begunOn,
    begun: kept !== null,
    restored: restored && written !== null,
    rowId,
    hold,
    change,
    discard: discardAll,
    others,
  };
}
