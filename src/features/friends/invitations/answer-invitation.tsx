// An invitation over the whole screen. One that waits for the member: accept it, or not now. One of a link that they have opened: the same,
// or a question whether to ask the maker of the link. It asks once, then continues to the page behind it.
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { OfferedInvitation } from '../../../../schemas/friends/invitation-token.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useConnection, useOffline } from '../../../data/store/connection.ts';
import { friendText } from '../../../text/friends.ts';
import { hasBeenAsked, invitationText } from '../../../text/invitations.ts';
import { keptSeatText } from '../../../text/kept-seat.ts';
import { wantsMotion } from '../../../ui/behaviour/use-media.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import { Note } from '../../../ui/states/note.tsx';
import { WholePage, WholePageSmall, WholePageWords } from '../../../ui/states/whole-page.tsx';
import { WholePageActions } from '../../../ui/states/whole-page-actions.tsx';
import { pictureOf } from '../../account/arrival/find-invitation.ts';
import { usePeople } from '../../people/use-people.ts';
import { useFriends } from '../use-friends.ts';
import { useIsFull } from '../use-is-full.ts';
import { SeatsTaken } from './answer-buttons.tsx';
import styles from './answer-invitation.module.css';
import { FilledSeat } from './filled-seat.tsx';
import { OpeningInvitation } from './opening-invitation.tsx';
import { useInvitations } from './use-invitations.ts';
import { type Taking, useOfferedInvitation } from './use-offered-invitation.ts';
import { useOwnAccepted } from './use-own-accepted.ts';
import { useRespond } from './use-respond.ts';
import { useWaitForSeat } from './use-wait-for-seat.ts';

/** How long the filling seat is shown, and how long the screen waits for the server at most. */
const SHOWN_MS = 1800;
const WAIT_AT_MOST_MS = 5000;

type Row = LocalRow<'invitations'>;

export interface AnswerInvitationProps {
  readonly invite: string | undefined;
  /** called by the press that accepts: from then on the link of the invitation finds none */
  readonly onAccept: () => void;
  readonly onDone: () => void;
}

export function AnswerInvitation({ invite, onAccept, onDone }: AnswerInvitationProps) {
  const invitations = useInvitations();
  const { kind, filled } = useConnection();
  const { offer, taking, take } = useOfferedInvitation(invite);
  const respond = useRespond();
  const isFull = useIsFull();
  const [accepted, setAccepted] = useState<Row>();
  const [ownFull, setOwnFull] = useState(false);
  const friends = useFriends();
  const personOf = usePeople();
  // A newcomer asked by a link, or the member has just taken one: the maker may have said yes beforehand, or says so now.
  const request = useOwnAccepted();
  const isFriend = (id: string | undefined) => friends?.some(({ friend_id }) => friend_id === id) === true;
  const waiting = invitations?.received.filter(({ status }) => status === 'pending');
  const known = waiting !== undefined && (filled('invitations') || kind === 'offline');
  const expected = invite ? undefined : request;
  const came = isFriend(expected?.userId) ? expected : undefined;
  const nothing = !invite && !accepted && !expected && known && waiting.length === 0;
  useEffect(() => {
    if (nothing) onDone();
  }, [nothing, onDone]);
  const accept = (row: Row) => {
    if (row.seat === 'taken') return;
    setAccepted(row);
    onAccept();
    void respond(row.id, 'accepted').then((full) => setOwnFull(full === 'CIRCLE_FULL'));
  };

  // The member accepted an invitation by mail that was not theirs yet. It is, and has arrived.
  const arrived = taking.kind === 'taken' && taking.taken.waits_for === 'you' && waiting?.find(({ id }) => id === taking.taken.id);
  const acceptArrived = useRef(accept);
  acceptArrived.current = accept;
  useEffect(() => {
    if (arrived) acceptArrived.current(arrived);
  }, [arrived]);

  // The answer may be refused at once; then nothing has changed.
  const answered = accepted && waiting && !waiting.some(({ id }) => id === accepted.id);
  // The seat is theirs once the server says so; until then the question stays, for no longer than the screen waits.
  const seated = kind === 'offline' || isFriend(accepted?.inviter_id);
  const settling = answered || expected !== undefined;
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(onDone, WAIT_AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [settling, onDone]);
  if (accepted && answered && seated) {
    return <Welcome host={{ userId: accepted.inviter_id, ...personOf(accepted.inviter_id, personOfRow(accepted)) }} onDone={onDone} />;
  }
  if (came && waiting?.length === 0) return <Welcome host={came} onDone={onDone} />;
  if (accepted && answered)
    return <ReceivedQuestion invitation={accepted} taking={{ kind: 'busy' }} onYes={() => undefined} onLater={onDone} />;
  if (offer.kind === 'failed' || offer.kind === 'offline') {
    const words = offer.kind === 'failed' ? offer.why : invitationText.offline;
    return <InvitationResult title={invitationText.failed} words={words} onDone={onDone} />;
  }
  if (offer.kind === 'offered') {
    const { offered } = offer;
    const { name, standing, inviter_id: maker } = offered;
    const atOnce = offered.at_once && standing !== 'you' && standing !== 'friends';
    if (taking.kind === 'taken' && taking.taken.waits_for !== 'you' && isFriend(maker)) {
      const brought = { name, imageUrl: null };
      return <Welcome host={{ userId: maker, ...personOf(maker, brought) }} onDone={onDone} />;
    }
    if (atOnce && !(taking.kind === 'taken' && taking.taken.waits_for === 'them')) {
      return <OfferQuestion offered={offered} taking={taking} onYes={take} onLater={onDone} />;
    }
    if (standing === 'you') return <InvitationResult title={invitationText.own} words={invitationText.ownText} onDone={onDone} />;
    if (standing === 'friends')
      return <InvitationResult title={invitationText.already(name)} words={invitationText.alreadyText} onDone={onDone} />;
    if (standing === 'invited' || (taking.kind === 'taken' && taking.taken.waits_for === 'them')) {
      return <InvitationResult title={hasBeenAsked(name)} words={invitationText.asked} onDone={onDone} />;
    }
    if (standing === 'open') return <OfferQuestion offered={offered} taking={taking} onYes={take} onLater={onDone} />;
  }
  // The invitation of the link, or of its maker; without a link the most recent one.
  const from = offer.kind === 'offered' ? offer.offered.inviter_id : undefined;
  const row =
    offer.kind === 'reading'
      ? undefined
      : (waiting?.find(({ id }) => id === invite) ?? waiting?.find(({ inviter_id }) => !from || inviter_id === from));
  if (row && row.seat === 'taken') return <TheirTableFull invitation={row} onDone={onDone} />;
  if (row && (ownFull || isFull)) {
    return <InvitationResult title={friendText.full} words={`${friendText.acceptWhenFree} ${invitationText.later}`} onDone={onDone} />;
  }
  if (row) return <ReceivedQuestion invitation={row} onYes={() => accept(row)} onLater={onDone} />;
  return <OpeningInvitation />;
}

/** Keyboard and screen reader users start at the question. */
function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

interface InvitationProps {
  readonly invitation: Row;
}

const personOfRow = ({ inviter_name, inviter_profile_image_url }: Row) => ({
  name: inviter_name,
  imageUrl: inviter_profile_image_url,
});

interface QuestionProps {
  /** the picture of the person whom the question is about */
  readonly face: ReactNode;
  readonly title: ReactNode;
  readonly text: string;
  readonly yes: string;
  readonly later: string;
  readonly taking?: Taking;
  readonly onYes: () => void;
  readonly onLater: () => void;
}

function Question({ face, title, text, yes, later, taking, onYes, onLater }: QuestionProps) {
  const heading = useHeading();
  return (
    <WholePage kind="question">
      <WholePageWords ref={heading} picture={<span className={styles.face}>{face}</span>} title={title} text={text} />
      <WholePageActions>
        {taking?.kind === 'failed' && <Note kind="danger">{taking.why}</Note>}
        <Button variant="primary" wide busy={taking?.kind === 'busy' || taking?.kind === 'taken'} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="soft" wide onClick={onLater}>
          {invitationText.notNow}
        </Button>
        <WholePageSmall>{later}</WholePageSmall>
      </WholePageActions>
    </WholePage>
  );
}

const wouldLikeYou = (name: string) => (
  <>
    <bdi>{name}</bdi> {keptSeatText.wouldLikeYou}
  </>
);

function ReceivedQuestion({
  invitation,
  ...acts
}: InvitationProps & { readonly taking?: Taking; readonly onYes: () => void; readonly onLater: () => void }) {
  const { inviter_id: id } = invitation;
  const { name, imageUrl } = usePeople()(id, personOfRow(invitation));
  return (
    <Question
      face={<Avatar userId={id} name={name} imageUrl={imageUrl} size={128} />}
      title={wouldLikeYou(name)}
      text={invitationText.shared}
      yes={invitationText.accept}
      later={invitationText.later}
      {...acts}
    />
  );
}

/** The inviter has no free seat. The invitation waits, and the member can ask to be notified of one. */
function TheirTableFull({ invitation, onDone }: InvitationProps & { readonly onDone: () => void }) {
  const heading = useHeading();
  const wait = useWaitForSeat();
  const { id, inviter_id, waits_for_seat: waits } = invitation;
  const { name, imageUrl } = usePeople()(inviter_id, personOfRow(invitation));
  const press = () => {
    // The button goes.
    heading.current?.focus();
    void wait(id);
  };
  return (
    <WholePage kind="question">
      <WholePageWords
        ref={heading}
        picture={
          <span className={styles.face}>
            <Avatar userId={inviter_id} name={name} imageUrl={imageUrl} size={128} />
          </span>
        }
        title={<SeatsTaken name={name} />}
        text={waits ? friendText.willBeNotified : friendText.invitationWaits}
      />
      <WholePageActions>
        {!waits && (
          <Button variant="primary" wide onClick={press}>
            {friendText.tellMe}
          </Button>
        )}
        <Button variant={waits ? 'primary' : 'soft'} wide onClick={onDone}>
          {invitationText.goOnFull}
        </Button>
        {!waits && <WholePageSmall>{invitationText.theyLearn(name)}</WholePageSmall>}
      </WholePageActions>
    </WholePage>
  );
}

/** Asks before anything is sent: whether to ask the maker of a link, or whether to accept an invitation that went to another address. */
function OfferQuestion({
  offered,
  ...acts
}: {
  readonly offered: OfferedInvitation;
  readonly taking: Taking;
  readonly onYes: () => void;
  readonly onLater: () => void;
}) {
  const { name, inviter_id: id } = offered;
  const asks = offered.waits_for === 'them';
  const atOnce = offered.at_once;
  const [picture] = useState(() => pictureOf(offered.picture));
  return (
    <Question
      face={
        <ImageSourceContext.Provider value={(url) => url ?? undefined}>
          <Avatar userId={id} name={name} imageUrl={picture} size={128} />
        </ImageSourceContext.Provider>
      }
      title={
        atOnce ? (
          <>
            {invitationText.beFriends} <bdi>{name}</bdi>?
          </>
        ) : asks ? (
          <>
            {invitationText.ask} <bdi>{name}</bdi> {invitationText.toBeFriends}
          </>
        ) : (
          wouldLikeYou(name)
        )
      }
      text={atOnce ? invitationText.beFriendsText : asks ? invitationText.theySee : invitationText.shared}
      yes={atOnce ? invitationText.beFriendsNow : asks ? invitationText.askNow : invitationText.accept}
      later={invitationText.linkLater}
      {...acts}
    />
  );
}

/** Shows the seat filling while the first posts load. */
function Welcome({ host, onDone }: { readonly host: ComponentProps<typeof FilledSeat>['host']; readonly onDone: () => void }) {
  const heading = useHeading();
  const offline = useOffline();
  useEffect(() => {
    const timer = setTimeout(onDone, wantsMotion() ? SHOWN_MS : 0);
    return () => clearTimeout(timer);
  }, [onDone]);
  return (
    <WholePage kind="question">
      <WholePageWords
        ref={heading}
        picture={<FilledSeat host={host} />}
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
