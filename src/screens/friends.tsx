// The circle, the invitations to join it, and the invitations that were sent.
import { UserRoundPlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend.ts';
import { useConnection } from '../data/connection.ts';
import { FriendList } from '../features/friends/friend-list.tsx';
import { InvitationMissing } from '../features/friends/invitation-missing.tsx';
import { InviteSheet } from '../features/friends/invite-sheet.tsx';
import { ReceivedInvitations } from '../features/friends/received-invitations.tsx';
import { SentInvitations } from '../features/friends/sent-invitations.tsx';
import { useCircle } from '../features/friends/use-circle.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { useInvitationArrival } from '../features/friends/use-invitation-arrival.ts';
import { useInvitations } from '../features/friends/use-invitations.ts';
import { useNewSeats } from '../features/friends/use-new-seats.ts';
import { refusedText } from '../features/outbox/refused-target.ts';
import { useRefusedWrite } from '../features/outbox/use-refused-write.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { freeSeatsText, friendText, invitationRefusal } from '../text/friends.ts';
import { Button } from '../ui/button.tsx';
import { Circle, CircleSkeleton } from '../ui/circle.tsx';
import { ConnectionError } from '../ui/connection-error.tsx';
import { List } from '../ui/list.tsx';
import { Bone, RowSkeleton } from '../ui/skeleton.tsx';
import styles from './friends.module.css';

export default function FriendsScreen() {
  const personOf = usePeople();
  const friends = useFriends();
  const circle = useCircle(personOf);
  const fresh = useNewSeats(friends);
  const seated = useMemo(
    () => circle?.map((friend) => ({ ...friend, to: `/friends/${friend.id}`, fresh: fresh.has(friend.id) })),
    [circle, fresh],
  );
  const invitations = useInvitations();
  const { kind, filled, retry } = useConnection();
  const [inviting, setInviting] = useState(false);
  const { refused, settle, leave } = useRefusedWrite('invitations');
  const refusedId = refused?.write_id;
  const { arrivalOf, missing: unmet } = useInvitationArrival(invitations?.received);

  useEffect(() => {
    if (refusedId) setInviting(true);
  }, [refusedId]);
  usePage({
    actions: useMemo(
      () => (
        <Button variant="quiet" icon={<UserRoundPlus />} onClick={() => setInviting(true)}>
          {friendText.invite}
        </Button>
      ),
      [],
    ),
  });

  const sheet = (
    <InviteSheet
      // The same element before and after the friends are loaded.
      key="invite"
      open={inviting}
      onOpenChange={(open) => {
        setInviting(open);
        if (!open) leave();
      }}
      refused={refused && { email: refusedText(refused) ?? '', reason: invitationRefusal(refused.code) }}
      onSent={() => void settle()}
    />
  );
  const known = friends && seated && invitations && (friends.length > 0 || filled('friends'));
  if (!known) {
    return (
      <>
        {kind === 'offline' && friends ? <ConnectionError text={friendText.fetchFailed} onRetry={retry} /> : <Waiting />}
        {sheet}
      </>
    );
  }
  const missing = kind === 'offline' && !filled('invitations');
  // Received invitations come first if there are any; that there are none comes last.
  const someReceived = missing || invitations.received.length > 0;
  const received = <ReceivedInvitations invitations={invitations.received} arrivalOf={arrivalOf} personOf={personOf} missing={missing} />;
  const full = friends.length >= MAX_DIRECT_FRIENDS;
  return (
    <>
      <section className={styles.circle} aria-label={friendText.circle}>
        <Circle friends={seated} seats={MAX_DIRECT_FRIENDS} onInvite={() => setInviting(true)} />
        {full ? (
          <div className={styles.full}>
            <p className={styles.fullTitle}>{friendText.full}</p>
            <p className={styles.words}>{friendText.fullText}</p>
          </div>
        ) : (
          <p className={styles.words}>
            {freeSeatsText(friends.length, MAX_DIRECT_FRIENDS)} {friendText.takeYourTime}
          </p>
        )}
      </section>
      {unmet && !missing && <InvitationMissing />}
      {someReceived && received}
      <FriendList friends={friends} personOf={personOf} />
      <SentInvitations invitations={invitations.sent} personOf={personOf} missing={missing} />
      {!someReceived && received}
      {sheet}
    </>
  );
}

/** Placeholder rows, once loading takes long enough to show them. */
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        {friendText.loading}
      </span>
      <div className={styles.bones} aria-hidden="true">
        <CircleSkeleton seats={MAX_DIRECT_FRIENDS} />
        <Bone width="14rem" />
        <div className={styles.rows}>
          <List>
            {['44%', '36%', '52%'].map((width) => (
              <li key={width} className={styles.row}>
                <RowSkeleton lines={[width, '60%']} />
              </li>
            ))}
          </List>
        </div>
      </div>
    </div>
  );
}
