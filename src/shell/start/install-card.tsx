import { useEffect, useState } from 'react';
import { useFirstPaint } from '../../data/first-paint.ts';
import { useSession } from '../../data/session/session.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { listenVisibility } from '../../ui/behaviour/listen-visibility.ts';
import { PagePiece, piece } from '../page-piece.tsx';
import { isReturning, useInstallWay } from './install-prompt.ts';

const offer = piece(() => import('./install-offer.tsx'));

/** How long after a press what moves still counts as its answer, also for browsers. */
const OPENING_MS = 500;

/**
 * Offers to keep Kith on the home screen, once the member has come back or written a post. Never opens by itself, and never moves what is
 * being read: an offer that is known too late for the opening of the page appears while the page is hidden, or at the next visit.
 */
export function InstallCard() {
  const way = useInstallWay();
  const { user } = useSession();
  const asksStore = way !== 'none' && !isReturning();
  const own = useLiveQuery(
    (store) => (asksStore ? store.collections.posts.find({ selector: { author_id: user?.id ?? '' }, limit: 1 }) : null),
    [user?.id, asksStore],
  );
  const isOffered = way !== 'none' && (isReturning() || (own.rows?.length ?? 0) > 0);
  // The first picture of the page is not the answer to a press.
  const isPainted = useFirstPaint();
  const [openedAt] = useState(() => (isPainted ? performance.now() : Number.NEGATIVE_INFINITY));
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isOffered || shown) return;
    let wanted = true;
    const look = () => {
      if (wanted && (document.hidden || performance.now() - openedAt < OPENING_MS)) setShown(true);
    };
    offer.preload().then(look, () => undefined);
    const stop = listenVisibility(() => offer.loaded() && look());
    return () => {
      wanted = false;
      stop();
    };
  }, [isOffered, shown, openedAt]);
  return isOffered && shown ? <PagePiece piece={offer} optional byHand={way === 'by-hand'} /> : null;
}
