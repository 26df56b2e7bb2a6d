// A friend: who they are, what they wrote, and whom they know. Of a friend of a friend, as much as the signed-in member may see.
import { type ComponentProps, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import type { LocalRow } from '../../workers/device/local-row.ts';
import { useConnection } from '../data/store/connection.ts';
import { PhotosLink } from '../features/all-photos/photos-link.tsx';
import { AboutFriend } from '../features/friends/about-friend.tsx';
import { FriendMissing } from '../features/friends/friend-missing.tsx';
import { StandingActions } from '../features/friends/standing-actions.tsx';
import { type FriendDetail, useFriend } from '../features/friends/use-friend.ts';
import { useStandings } from '../features/friends/use-standings.ts';
import { useThroughFriend } from '../features/friends/use-through-friend.ts';
import { firstName } from '../features/people/first-name.ts';
import { usePeople } from '../features/people/use-people.ts';
import { PersonPosts } from '../features/posts/feed/person-posts.tsx';
import { Interests } from '../features/profiles/interests.tsx';
import { PersonHero } from '../features/profiles/person-hero.tsx';
import { PersonSkeleton } from '../features/profiles/person-skeleton.tsx';
import { ProfileMenu } from '../features/profiles/profile-menu.tsx';
import { usePage } from '../shell/page.tsx';
import { allPhotosText } from '../text/all-photos.ts';
import { friendText } from '../text/friends.ts';
import { dateText } from '../text/times.ts';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { Note } from '../ui/states/note.tsx';
import { PostSkeleton } from '../ui/states/skeleton.tsx';

export default function FriendScreen() {
  const { friendId = '' } = useParams();
  // Another friend is another page: nothing of this one stays.
  return <Friend key={friendId} friendId={friendId} />;
}

function Friend({ friendId }: { readonly friendId: string }) {
  const state = useFriend(friendId);
  const { retry } = useConnection();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const isFriend = state.phase === 'shown';
  const profile = state.phase === 'shown' ? state.detail.profile : state.phase === 'not-direct' ? state.profile : undefined;
  const name = profile && nameOf(profile);
  const imageUrl = profile?.profile_image_url ?? null;
  const actions = useMemo(
    () =>
      name !== undefined && (
        <ProfileMenu
          person={{ userId: friendId, name, imageUrl }}
          isFriend={isFriend}
          onLeaving={setLeaving}
          onDone={() => void navigate('/friends', { replace: true })}
        />
      ),
    [friendId, name, imageUrl, isFriend, navigate],
  );
  usePage({ actions });

  if (state.phase === 'shown') return <Detail detail={state.detail} />;
  if (leaving || state.phase === 'loading') return <Waiting />;
  if (state.phase === 'not-direct') return <FurtherPerson profile={state.profile} />;
  if (state.phase === 'not-found') return <FriendMissing />;
  return <ConnectionError text={`${friendText.detailFailed}. ${state.phase === 'not-here' ? friendText.notHere : ''}`} onRetry={retry} />;
}

/** Placeholders for the person and what they wrote, where these will be. */
function Waiting() {
  return (
    <div className="beside">
      <PersonSkeleton />
      <div className="stack gap-3">
        <PostSkeleton />
        <PostSkeleton />
      </div>
    </div>
  );
}

const nameOf = (profile: LocalRow<'profiles'>): string => profile.name || answerWording.UNKNOWN_USER;

function Hero({
  profile,
  ...rest
}: { readonly profile: LocalRow<'profiles'> } & Pick<ComponentProps<typeof PersonHero>, 'line' | 'interests'>) {
  return (
    <PersonHero
      userId={profile.id}
      name={nameOf(profile)}
      imageUrl={profile.profile_image_url}
      as="h2"
      location={profile.location}
      bio={profile.bio}
      {...rest}
    />
  );
}

function Detail({ detail }: { readonly detail: FriendDetail }) {
  const { profile, friendship } = detail;
  const name = nameOf(profile);
  return (
    <div className="beside">
      <div className="stack gap-5">
        <Hero profile={profile} line={friendText.sinceWhen(dateText(friendship.created_at))} />
        <PhotosLink title={allPhotosText.theirs(firstName(name))} to={`/friends/${profile.id}/photos`} />
        <AboutFriend detail={detail}>
          <Interests interests={profile.interests} />
        </AboutFriend>
      </div>
      <PersonPosts userId={profile.id} name={name} />
    </div>
  );
}

/** A friend of a friend. Their details are for their own friends; their posts are here as far as their audience includes the member. */
function FurtherPerson({ profile }: { readonly profile: LocalRow<'profiles'> }) {
  const personOf = usePeople();
  const through = useThroughFriend()(profile.id);
  const at = useStandings()?.(profile.id);
  const name = nameOf(profile);
  return (
    <div className="beside">
      <div className="stack gap-5">
        <Hero
          profile={profile}
          line={
            through && (
              <>
                {friendText.friendOf} <bdi>{personOf(through).name}</bdi>
              </>
            )
          }
          interests={profile.interests}
        />
        <PhotosLink title={allPhotosText.theirs(firstName(name))} to={`/friends/${profile.id}/photos`} />
        {at && <StandingActions person={{ id: profile.id, name, imageUrl: profile.profile_image_url }} at={at} wide />}
        <Note>{friendText.notDirect}</Note>
      </div>
      <PersonPosts userId={profile.id} name={name} />
    </div>
  );
}
