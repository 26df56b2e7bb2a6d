import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAttended } from '../../ui/behaviour/use-attended.ts';
import { cardId } from '../posts/feed/use-feed-place.ts';
import { type Band, halfInView, LOOK_MS, lookAgain, seenLongEnough } from './looked-at.ts';
import { useMarkSeen, useUnreadRows } from './use-seen.ts';

/** An overlay, such as a sheet, hides the page below it from screen readers too. */
const COVERED = '[aria-hidden="true"], [inert]';

/** The area between the bars, which is also where the page scrolls elements to. */
function viewNow(): Band {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) };
}

function cardIsInView(postId: string, view: Band): boolean {
  const card = document.getElementById(cardId(postId));
  return card !== null && !card.closest(COVERED) && halfInView(card.getBoundingClientRect(), view);
}

/** Marks notifications read once their post in the feed has been in view for a while. Looks only while a notification is unread. */
export default function SeenInFeed() {
  const unread = useUnreadRows();
  const ofPosts = useMemo(() => unread?.filter((row) => row.related_post_id !== null), [unread]);
  const attended = useAttended();
  const [looks, setLooks] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    // After an absence the looks start again.
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
