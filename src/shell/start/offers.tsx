import { useEffect, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { useAsksForNotices } from '../../features/push/use-asks.ts';
import { listenVisibility } from '../../ui/behaviour/listen-visibility.ts';
import { PagePiece, piece } from '../page-piece.tsx';
import { isReturning, useInstallWay } from './install-prompt.ts';

const installing = piece(() => import('./install-offer.tsx'));
const asking = piece(() => import('../../features/push/asking-card.tsx'));

/** How long after a press what moves still counts as its answer, also for browsers. */
const OPENING_MS = 500;

/** Whether to offer to keep Kith on the home screen: once the member has come back or written a post. */
function useInstallOffered(): boolean {
  const way = useInstallWay();
  const { user } = useSession();
  const asksStore = way !== 'none' && !isReturning();
  const own = useLiveQuery(
    (store) => (asksStore ? store.collections.posts.find({ selector: { author_id: user?.id ?? '' }, limit: 1 }) : null),
    [user?.id, asksStore],
  );
  return way !== 'none' && (isReturning() || (own.rows?.length ?? 0) > 0);
}

/**
 * Asks for notices, or offers to keep Kith on the home screen: one of them in a visit of the feed. Never opens by itself, and never moves
 * what is being read: what is known too late for the opening of the page appears while the page is hidden, or at the next visit.
 */
export default function Offers({ openedAt }: { readonly openedAt: number }) {
  const asks = useAsksForNotices();
  const way = useInstallWay();
  const installs = useInstallOffered();
  const [shown, setShown] = useState<'asking' | 'installing' | 'answered'>();
  const next = asks ? 'asking' : installs ? 'installing' : undefined;
  useEffect(() => {
    if (shown || !next) return;
    const offer = next === 'asking' ? asking : installing;
    let wanted = true;
    const look = () => {
      if (wanted && (document.hidden || performance.now() - openedAt < OPENING_MS)) setShown(next);
    };
    offer.preload().then(look, () => undefined);
    const stop = listenVisibility(() => offer.loaded() && look());
    return () => {
      wanted = false;
      stop();
    };
  }, [next, shown, openedAt]);
  // It stays until it is answered, also while it says what the answer led to.
  if (shown === 'asking') return <PagePiece key="asking" piece={asking} optional onClose={() => setShown('answered')} />;
  return shown === 'installing' && installs ? <PagePiece key="installing" piece={installing} optional byHand={way === 'by-hand'} /> : null;
}
