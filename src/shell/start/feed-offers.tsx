import { useState } from 'react';
import { useFirstPaint } from '../../data/first-paint.ts';
import { OnceOpen } from '../../data/store/local-store.tsx';
import { PagePiece, piece } from '../page-piece.tsx';

const offers = piece(() => import('./offers.tsx'));

/** What is offered above the feed (`offers.tsx`). Adds nothing to the first picture, so its code comes after that. */
export function FeedOffers() {
  const isPainted = useFirstPaint();
  // The first picture of the page is not the answer to a press.
  const [openedAt] = useState(() => (isPainted ? performance.now() : Number.NEGATIVE_INFINITY));
  return (
    isPainted && (
      <OnceOpen>
        <PagePiece piece={offers} optional openedAt={openedAt} />
      </OnceOpen>
    )
  );
}
