import { useEffect, useId, useState } from 'react';
import { friendText } from '../../../text/friends.ts';
import { Card } from '../../../ui/card.tsx';
import { Bone } from '../../../ui/states/skeleton.tsx';
import type { Invitations } from '../invitations/use-invitations.ts';
import styles from './waiting-card.module.css';
import type { WaitingPeople } from './waiting-people.tsx';

/** The list with its answer buttons is loaded only if an invitation waits, which is seldom. Null if it cannot be loaded. */
function useWaitingPeople(wanted: boolean): typeof WaitingPeople | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly People: typeof WaitingPeople | null }>();
  useEffect(() => {
    if (!wanted) return;
    void import('./waiting-people.tsx').then(
      ({ WaitingPeople: People }) => setLoaded({ People }),
      () => setLoaded({ People: null }),
    );
  }, [wanted]);
  return loaded?.People;
}

/** As high as a waiting person with two buttons. */
const WaitingSpace = () => (
  <li className="stack gap-3" aria-hidden="true">
    <div className={`row gap-3 ${styles.person}`}>
      <Bone width="2.5rem" height="2.5rem" round />
      <div className="rest">
        <Bone width="40%" />
      </div>
    </div>
    <div className={styles.buttons} />
  </li>
);

/**
 * Pending invitations to the signed-in member, above the feed. Shows nothing if there are none. The feed asks for them itself, so that the card is
 * there with the first posts.
 */
export function WaitingCard({ received }: { readonly received: Invitations['received'] }) {
  const titleId = useId();
  const waiting = received.filter((invitation) => invitation.status === 'pending');
  const People = useWaitingPeople(waiting.length > 0);
  if (waiting.length === 0 || People === null) return null;
  return (
    <Card as="section" stack className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{friendText.waiting}</h2>
      {People ? (
        <People waiting={waiting} />
      ) : (
        <ul className="stack gap-4" aria-busy="true">
          {waiting.map(({ id }) => (
            <WaitingSpace key={id} />
          ))}
        </ul>
      )}
    </Card>
  );
}
