// A member's profile over the page: the details that the viewer may know, and the actions.
import { Images, MessageSquareText, Pencil, UserRound, Waypoints } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useLiveDocument, useStore } from '../../data/store/local-store.tsx';
import { allPhotosText } from '../../text/all-photos.ts';
import { blockedText } from '../../text/blocking.ts';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { personFailed } from '../../text/person-failed.ts';
import { profileText } from '../../text/profiles.ts';
import { sinceText } from '../../text/times.ts';
import { useToday } from '../../ui/behaviour/use-clock.ts';
import { Button, ButtonLink } from '../../ui/forms/button.tsx';
import { Note } from '../../ui/states/note.tsx';
import { useBlocked } from '../friends/blocking/use-blocked.ts';
import { StandingActions, standingText } from '../friends/standing-actions.tsx';
import { useFriends } from '../friends/use-friends.ts';
import { type PersonStanding, useStandings } from '../friends/use-standings.ts';
import { useThroughFriend } from '../friends/use-through-friend.ts';
import { firstName } from '../people/first-name.ts';
import { closePerson, type ShownPerson, showConnection } from '../people/shown-person.ts';
import { usePeople } from '../people/use-people.ts';
import { PersonHero } from './person-hero.tsx';
import { PersonSkeleton } from './person-skeleton.tsx';
import { ProfileMenu } from './profile-menu.tsx';

export default function ProfileContent({ person, menu }: { readonly person: ShownPerson; readonly menu: HTMLElement | null }) {
  const [attempt, setAttempt] = useState(0);
  const { retry } = useConnection();
  const again = () => {
    retry();
    setAttempt((before) => before + 1);
  };
  return <Profile key={attempt} person={person} menu={menu} onRetry={again} />;
}

interface ProfileProps {
  readonly person: ShownPerson;
  /** the container for the profile's menu, once it is rendered */
  readonly menu: HTMLElement | null;
  readonly onRetry: () => void;
}

function Profile({ person, menu, onRetry }: ProfileProps) {
  const { userId: own } = useStore();
  const { userId } = person;
  const profile = useLiveDocument('profiles', userId);
  const contact = useLiveDocument('contacts', userId);
  const { kind, filled } = useConnection();
  const at = useStandings()?.(userId);
  const { name, imageUrl } = usePeople()(userId, person);
  const line = useStandingLine(userId);

  // A person outside the network is known only from rows. The profile says so only once all profiles are here.
  const settled = profile.row !== undefined && (profile.row !== null || filled('profiles'));
  const failed = profile.error !== undefined || (!settled && kind === 'offline');
  if (!failed && (!settled || !at)) return <PersonSkeleton />;
  const row = profile.row ?? undefined;
  return (
    <>
      <PersonHero
        userId={userId}
        name={name}
        imageUrl={imageUrl}
        as="h3"
        line={line}
        email={contact.row?.email}
        location={row?.location}
        bio={row?.bio}
        interests={row?.interests}
      />
      {failed ? (
        <>
          <Note kind="danger">
            {personFailed.profile}. {kind === 'offline' && profileText.notHere}
          </Note>
          <Button onClick={onRetry}>{commonText.tryAgain}</Button>
        </>
      ) : (
        <>
          {!row && userId !== own && <Note>{profileText.outside}</Note>}
          {at && <Actions person={{ ...person, name, imageUrl }} at={at} row={row} menu={menu} />}
        </>
      )}
    </>
  );
}

/** `Your friend since May 2023`, `Friend of Ana`: the relation to the signed-in member. */
function useStandingLine(userId: string): ReactNode {
  const through = useThroughFriend()(userId);
  const personOf = usePeople();
  const standing = useStandings()?.(userId).standing;
  const friendship = useFriends()?.find((row) => row.friend_id === userId);
  const today = useToday();
  if (friendship) return profileText.friendSince(sinceText(friendship.created_at, today));
  if (!standing || standing === 'you' || !through) return standing && standingText[standing];
  return (
    <>
      {friendText.friendOf} <bdi>{personOf(through).name}</bdi>
    </>
  );
}

function Actions({
  person,
  at,
  row,
  menu,
}: {
  readonly person: ShownPerson;
  readonly at: PersonStanding;
  readonly row: LocalRow<'profiles'> | undefined;
  readonly menu: HTMLElement | null;
}) {
  const { userId, name, imageUrl } = person;
  const blocked = useBlocked();
  if (at.standing === 'you')
    return (
      <div className="stack gap-3">
        <ButtonLink to="/settings" variant="primary" wide icon={<Pencil />} onClick={closePerson}>
          {profileText.edit}
        </ButtonLink>
        <ButtonLink to={`/friends/${userId}/photos`} variant="soft" wide icon={<Images />} onClick={closePerson}>
          {allPhotosText.yours}
        </ButtonLink>
      </div>
    );
  if (!blocked) return null;
  if (blocked.has(userId)) return <Note>{blockedText.isBlocked}</Note>;
  return (
    <div className="stack gap-3">
      {at.standing === 'friends' ? (
        <ButtonLink to={`/friends/${userId}`} variant="primary" wide icon={<UserRound />} onClick={closePerson}>
          {profileText.openFriend}
        </ButtonLink>
      ) : (
        <>
          {(row || person.name) && <StandingActions person={{ id: userId, name, imageUrl }} at={at} wide />}
          {row && (
            <ButtonLink to={`/friends/${userId}`} variant="soft" wide icon={<MessageSquareText />} onClick={closePerson}>
              {profileText.seePosts(firstName(name))}
            </ButtonLink>
          )}
          <Button variant="soft" wide icon={<Waypoints />} onClick={() => showConnection(person)}>
            {profileText.viewConnection}
          </Button>
        </>
      )}
      {menu &&
        createPortal(
          <ProfileMenu
            person={{ userId, name, imageUrl }}
            isFriend={at.standing === 'friends'}
            label={profileText.more(name)}
            variant="soft"
            size="small"
            onDone={closePerson}
          />,
          menu,
        )}
    </div>
  );
}
