// The circle, the invitations to join it, and the invitations that were sent.
import { UserRoundPlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend-limits.ts';
import { useConnection } from '../data/store/connection.ts';
import { useCircle } from '../features/friends/circle/use-circle.ts';
import { useNewSeats } from '../features/friends/circle/use-new-seats.ts';
import { FriendList } from '../features/friends/friend-list.tsx';
import { AskedSheet } from '../features/friends/invitations/asked-sheet.tsx';
import { InvitationMissing } from '../features/friends/invitations/invitation-missing.tsx';
import { InviteSheet } from '../features/friends/invitations/invite-sheet.tsx';
import { ReceivedInvitations } from '../features/friends/invitations/received-invitations.tsx';
import { SentInvitations } from '../features/friends/invitations/sent-invitations.tsx';
import { useInvitationArrival } from '../features/friends/invitations/use-invitation-arrival.ts';
import { useInvitations } from '../features/friends/invitations/use-invitations.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { refusedText } from '../features/outbox/refused-target.ts';
import { useRefusedWrite } from '../features/outbox/use-refused-write.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { freeSeatsText, friendText, invitationRefusal } from '../text/friends.ts';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { Circle, CircleSkeleton } from '../ui/people/circle.tsx';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { Bone, RowSkeleton } from '../ui/states/skeleton.tsx';
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
  /** the invitation whose kept seat was pressed */
  const [opened, setOpened] = useState<string>();
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
  const nameIn = ({ invited_email, receiver_name }: (typeof invitations.sent)[number]) => invited_email ?? receiver_name ?? '';
  const asked = invitations.sent.map((invitation) => ({ id: invitation.id, name: nameIn(invitation) }));
  const openedInvitation = invitations.sent.find(({ id }) => id === opened);
  const full = friends.length >= MAX_DIRECT_FRIENDS;
  return (
    <>
      <div className="beside">
        <section className={`stack gap-4 ${styles.circle}`} aria-label={friendText.circle}>
          <Circle friends={seated} seats={MAX_DIRECT_FRIENDS} asked={asked} onAsked={setOpened} onInvite={() => setInviting(true)} />
          {full ? (
            <div className="stack gap-1">
              <p className={styles.fullTitle}>{friendText.full}</p>
              <p className="small">{friendText.fullText}</p>
            </div>
          ) : (
            <p className="small">
              {freeSeatsText(friends.length, MAX_DIRECT_FRIENDS)} {friendText.takeYourTime}
            </p>
          )}
        </section>
        <div className="stack gap-3">
          {unmet && !missing && <InvitationMissing />}
          {someReceived && received}
          <FriendList friends={friends} personOf={personOf} />
          <SentInvitations invitations={invitations.sent} personOf={personOf} missing={missing} />
          {!someReceived && received}
        </div>
      </div>
      {openedInvitation && (
        <AskedSheet
          key={openedInvitation.id}
          invitation={openedInvitation}
          name={nameIn(openedInvitation)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {sheet}
    </>
  );
}

/** Placeholder rows, once loading takes long enough to show them. */
function Waiting() {
  return (
    <div className="late" aria-busy="true">
      <span className="visually-hidden" role="status">
        {friendText.loading}
      </span>
      <div className="beside" aria-hidden="true">
        <div className={`stack gap-4 ${styles.circle}`}>
          <CircleSkeleton seats={MAX_DIRECT_FRIENDS} />
          <Bone width="14rem" />
        </div>
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
