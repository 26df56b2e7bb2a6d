import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAttended } from '../../ui/use-attended.ts';
import { cardId } from '../posts/use-feed-place.ts';
import { type Band, halfInView, LOOK_MS, lookAgain, seenLongEnough } from './looked-at.ts';
import { useMarkSeen, useUnreadRows } from './use-seen.ts';

/** What lies over the page, a sheet for one, hides it from screen readers too. */
const COVERED = '[aria-hidden="true"], [inert]';

/** What is between the bars: the same that a page scrolls things into. */
function viewNow(): Band {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) };
}

function cardIsInView(postId: string, view: Band): boolean {
  const card = document.getElementById(cardId(postId));
  return card !== null && !card.closest(COVERED) && halfInView(card.getBoundingClientRect(), view);
}

/** Who has had a post of the feed before their eyes for a while has read what they were told of it. Looks only while something is unread. */
export default function SeenInFeed() {
  const unread = useUnreadRows();
  const ofPosts = useMemo(() => unread?.filter((row) => row.related_post_id !== null), [unread]);
  const attended = useAttended();
  const [looks, setLooks] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    // Whoever comes back begins anew.
    if (!attended) setLooks(new Map());
  }, [attended]);
  useEffect(() => {
    if (!attended || !ofPosts?.length) return;
    const look = () => {
      const view = viewNow();
      const inView = ofPosts.filter((row) => cardIsInView(row.related_post_id ?? '', view)).map(({ id }) => id);
      setLooks((before) => (before.size + inView.length > 0 ? lookAgain(before, inView) : before));
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [attended, ofPosts]);
  const seen = useMemo(() => new Set(seenLongEnough(looks)), [looks]);
  useMarkSeen(
    ofPosts,
    useCallback((row) => seen.has(row.id), [seen]),
  );
  return null;
}
