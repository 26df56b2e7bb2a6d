// A pending invitation over the whole screen: accept it, or not now. It asks once, then continues to the page behind it.
import { useEffect, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection, useOffline } from '../../data/connection.ts';
import { useLiveDocument, useStore } from '../../data/local-store.tsx';
import { hasBeenAsked, invitationText } from '../../text/invitations.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { SeatPicture } from '../../ui/seat-picture.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { WholePage, WholePageSmall, WholePageWords } from '../../ui/whole-page.tsx';
import { WholePageActions } from '../../ui/whole-page-actions.tsx';
import { usePeople } from '../people/use-people.ts';
import styles from './answer-invitation.module.css';
import { useFriends } from './use-friends.ts';
import { useInvitations } from './use-invitations.ts';
import { useRespond } from './use-respond.ts';
import { useTakenInvitation } from './use-taken-invitation.ts';

/** How long the filling seat is shown at least, and how long the screen waits for the server at most. */
const SHOWN_AT_LEAST_MS = 1200;
const WAIT_AT_MOST_MS = 5000;

export function AnswerInvitation({ invite, onDone }: { readonly invite: string | undefined; readonly onDone: () => void }) {
  const invitations = useInvitations();
  const { kind, filled } = useConnection();
  const taken = useTakenInvitation(invite);
  const [accepted, setAccepted] = useState<LocalRow<'invitations'>>();
  const waiting = invitations?.received.filter(({ status }) => status === 'pending');
  // The invitation that the member came by, otherwise the most recent one.
  const row = waiting?.find(({ id }) => id === taken.id) ?? (taken.kind === 'asking' || taken.kind === 'taken' ? undefined : waiting?.[0]);
  const known = waiting !== undefined && (filled('invitations') || kind === 'offline');
  const nothing = !row && !accepted && known && taken.kind === 'none';
  useEffect(() => {
    if (nothing) onDone();
  }, [nothing, onDone]);

  // The answer may be refused at once; then nothing has changed.
  const answered = accepted && waiting && !waiting.some(({ id }) => id === accepted.id);
  if (taken.kind === 'asked') return <InvitationResult title={hasBeenAsked(taken.name)} words={invitationText.asked} onDone={onDone} />;
  if (accepted && answered) return <Welcome invitation={accepted} onDone={onDone} />;
  if (row) return <Question invitation={row} onAccept={() => setAccepted(row)} onLater={onDone} />;
  if (taken.kind === 'failed') return <InvitationResult title={invitationText.failed} words={taken.why} onDone={onDone} />;
  return (
    <WholePage kind="question" busy>
      <span className="visually-hidden" role="status">
        {invitationText.opening}
      </span>
      <Spinner />
    </WholePage>
  );
}

/** Keyboard and screen reader users start at the question. */
function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

interface InvitationProps {
  readonly invitation: LocalRow<'invitations'>;
}

const personOfRow = ({ inviter_name, inviter_profile_image_url }: LocalRow<'invitations'>) => ({
  name: inviter_name,
  imageUrl: inviter_profile_image_url,
});

function Question({ invitation, onAccept, onLater }: InvitationProps & { readonly onAccept: () => void; readonly onLater: () => void }) {
  const heading = useHeading();
  const respond = useRespond();
  const { inviter_id: id } = invitation;
  const { name, imageUrl } = usePeople()(id, personOfRow(invitation));
  return (
    <WholePage kind="question">
      <WholePageWords
        ref={heading}
        picture={
          <span className={styles.face}>
            <Avatar userId={id} name={name} imageUrl={imageUrl} size={128} />
          </span>
        }
        title={
          <>
            <bdi>{name}</bdi> {invitationText.wouldLikeYou}
          </>
        }
        text={invitationText.shared}
      />
      <WholePageActions>
        <Button
          variant="primary"
          wide
          onClick={() => {
            onAccept();
            respond(invitation.id, 'accepted');
          }}
        >
          {invitationText.accept}
        </Button>
        <Button variant="soft" wide onClick={onLater}>
          {invitationText.notNow}
        </Button>
        <WholePageSmall>{invitationText.later}</WholePageSmall>
      </WholePageActions>
    </WholePage>
  );
}

/** Shows the seat filling while the first posts load. */
function Welcome({ invitation, onDone }: InvitationProps & { readonly onDone: () => void }) {
  const heading = useHeading();
  const { userId } = useStore();
  const { row: own } = useLiveDocument('profiles', userId);
  const friends = useFriends();
  const offline = useOffline();
  const [seen, setSeen] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const { inviter_id: id } = invitation;
  const { name, imageUrl } = usePeople()(id, personOfRow(invitation));
  const seated = friends?.some(({ friend_id }) => friend_id === id) || offline;
  useEffect(() => {
    const timers = [setTimeout(() => setSeen(true), SHOWN_AT_LEAST_MS), setTimeout(onDone, WAIT_AT_MOST_MS)];
    return () => timers.forEach(clearTimeout);
  }, [onDone]);
  useEffect(() => {
    if (seen && seated) onDone();
  }, [seen, seated, onDone]);
  return (
    <WholePage kind="question">
      <WholePageWords
        ref={heading}
        picture={
          <SeatPicture
            host={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
            taken={<Avatar userId={userId} name={own?.name ?? ''} imageUrl={own?.profile_image_url} />}
          />
        }
        title={invitationText.welcome}
        text={offline ? invitationText.answerSaved : invitationText.welcomeText}
      />
    </WholePage>
  );
}

function InvitationResult({ title, words, onDone }: { readonly title: string; readonly words: string; readonly onDone: () => void }) {
  const heading = useHeading();
  return (
    <WholePage kind="question">
      <WholePageWords ref={heading} title={title} text={words} />
      <WholePageActions>
        <Button variant="primary" wide onClick={onDone}>
          {invitationText.goOn}
        </Button>
      </WholePageActions>
    </WholePage>
  );
}
