import { useInstallWay } from './install-prompt.ts';
import { PagePiece, piece } from './page-piece.tsx';

const offer = piece(() => import('./install-offer.tsx'));

/** Offers to keep Kith on the home screen, once the member has come back or written a post. Never opens by itself. */
export function InstallCard() {
  const way = useInstallWay();
  return way === 'none' ? null : <PagePiece piece={offer} optional byHand={way === 'by-hand'} />;
}
