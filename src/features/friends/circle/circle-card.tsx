import { lazy, Suspense, useEffect, useState } from 'react';
import { MAX_DIRECT_FRIENDS } from '../../../../schemas/friends/friend-limits.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { freeSeatsText, friendText } from '../../../text/friends.ts';
import { Card } from '../../../ui/card.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { Circle, CircleSkeleton } from '../../../ui/people/circle.tsx';
import { Bone } from '../../../ui/states/skeleton.tsx';
import { usePeople } from '../../people/use-people.ts';
import styles from './circle-card.module.css';
import { useCircle } from './use-circle.ts';

const loadInvite = async () => ({ default: (await import('../invitations/invite-sheet.tsx')).InviteSheet });
const InviteSheet = lazy(loadInvite);

/** The circle beside the column on wide screens. The invite sheet is loaded in the background, so that it also opens without a network. */
export function CircleCard() {
  const friends = useCircle(usePeople());
  const [inviting, setInviting] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { filled, kind } = useConnection();
  useEffect(() => void loadInvite().catch(() => undefined), []);
  const invite = () => {
    setWanted(true);
    setInviting(true);
  };
  // A circle that is still loading must not show eight free seats. The skeleton keeps the elements below in place.
  if (!friends || (friends.length === 0 && !filled('friends'))) return kind === 'offline' ? null : <CircleCardSkeleton />;
  return (
    <Card as="section" stack className={styles.card}>
      <div className={styles.head}>
        <h2>{friendText.circle}</h2>
        <Button variant="quiet" size="small" onClick={invite}>
          {friendText.invite}
        </Button>
      </div>
      <Circle friends={friends} seats={MAX_DIRECT_FRIENDS} size={136} />
      <p className="small">{freeSeatsText(friends.length, MAX_DIRECT_FRIENDS)}</p>
      {friends.length >= MAX_DIRECT_FRIENDS && <p className="small">{friendText.invitedWhenFree}</p>}
      <Suspense fallback={null}>{wanted && <InviteSheet open={inviting} onOpenChange={setInviting} />}</Suspense>
    </Card>
  );
}

/** As high as the final card. */
function CircleCardSkeleton() {
  return (
    <Card as="section" stack className={styles.card}>
      <div className={styles.head} aria-busy="true">
        <h2>{friendText.circle}</h2>
        <Button variant="quiet" size="small" disabled>
          {friendText.invite}
        </Button>
      </div>
      <CircleSkeleton seats={MAX_DIRECT_FRIENDS} size={136} />
      <p className="small">
        <Bone width="8rem" />
      </p>
    </Card>
  );
}
