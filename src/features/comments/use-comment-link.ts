import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepInView } from '../../ui/behaviour/keep-place.ts';
import { onMovedByHand } from '../../ui/behaviour/moved-by-hand.ts';
import { commentElementId } from './comment-keys.ts';

/** How long a comment stays marked. */
const MARKED_MS = 4000;

/**
 * Follows an address that names one comment, `/posts/<id>?comment=<comment id>`. As soon as that comment is loaded, now or later, it is
 * scrolled into view, focused and marked for a moment. An id that never loads does nothing. Returns the id of the marked comment.
 */
export function useCommentLink(loadedIds: ReadonlySet<string>): string | undefined {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const wanted = params.get('comment');
  const there = wanted !== null && loadedIds.has(wanted);
  const [marked, setMarked] = useState<string>();

  // If the member started to read or write before the comment loaded, the page does not move. The comment is only marked then.
  const [movedAt, setMovedAt] = useState<string>();
  useEffect(() => {
    if (wanted === null || there) return undefined;
    return onMovedByHand(() => setMovedAt(key));
  }, [wanted, there, key]);
  const busy = movedAt === key;

  // The address is followed once each time it is opened, so the location key counts as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!there) return;
    const element = document.getElementById(commentElementId(wanted));
    if (!element) return;
    setMarked(wanted);
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS);
    let release = () => {};
    if (!busy) {
      element.focus({ preventScroll: true });
      release = keepInView(element, 'center');
    }
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [there, wanted, key]);
  return marked;
}
