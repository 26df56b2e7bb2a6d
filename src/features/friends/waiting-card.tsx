import { type ComponentType, useEffect, useState } from 'react';
import { friendText } from '../../text/friends.ts';
import { Card } from '../../ui/card.tsx';
import { useInvitations } from './use-invitations.ts';
import styles from './waiting-card.module.css';
import type { WaitingPeople } from './waiting-people.tsx';

/** What answers is loaded where somebody waits, which is seldom. Without it the page stands as it is. */
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

/** Who waits for an answer, beside the column on wide screens; nothing where nobody does. */
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

/** The same above the column, on screens that have nothing beside it. */
export function WaitingAbove() {
  return (
    <div className={styles.above}>
      <WaitingCard />
    </div>
  );
}
