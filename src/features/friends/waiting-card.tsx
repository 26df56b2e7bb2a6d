import { type ComponentType, useEffect, useState } from 'react';
import { friendText } from '../../text/friends.ts';
import { Card } from '../../ui/card.tsx';
import { useInvitations } from './use-invitations.ts';
import styles from './waiting-card.module.css';
import type { WaitingPeople } from './waiting-people.tsx';

/** The list with its answer buttons is loaded only if an invitation waits, which is seldom. Without it the page stays as it is. */
function useWaitingPeople(wanted: boolean): typeof WaitingPeople | undefined {
  const [loaded, setLoaded] = useState<{ readonly People: typeof WaitingPeople }>();
  useEffect(() => {
    if (!wanted) return;
    void import('./waiting-people.tsx').then(
      ({ WaitingPeople: People }) => setLoaded({ People }),
      () => undefined,
    );
  }, [wanted]);
  return loaded?.People;
}

/** Pending invitations to the signed-in member, beside the column on wide screens. Shows nothing if there are none. */
export function WaitingCard() {
  const waiting = useInvitations()?.received.filter((invitation) => invitation.status === 'pending') ?? [];
  const People: ComponentType<{ waiting: typeof waiting }> | undefined = useWaitingPeople(waiting.length > 0);
  if (waiting.length === 0 || !People) return null;
  return (
    <Card as="section" stack>
      <h2>{friendText.waiting}</h2>
      <People waiting={waiting} />
    </Card>
  );
}

/** The same card above the column, on screens with nothing beside the column. */
export function WaitingAbove() {
  return (
    <div className={styles.above}>
      <WaitingCard />
    </div>
  );
}
