// A direct friend: who they are, since when, and whom they know.
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { useConnection } from '../data/connection.ts';
import { FriendFacts } from '../features/friends/friend-facts.tsx';
import { TheirFriends } from '../features/friends/their-friends.tsx';
import { UnfriendButton } from '../features/friends/unfriend-button.tsx';
import { type FriendDetail, useFriend } from '../features/friends/use-friend.ts';
import { usePeople } from '../features/people/use-people.ts';
import { PersonHero } from '../features/profiles/person-hero.tsx';
import { PersonSkeleton } from '../features/profiles/person-skeleton.tsx';
import { PersonActions } from '../features/reports/person-actions.tsx';
import { usePage } from '../shell/page.tsx';
import { friendText } from '../text/friends.ts';
import { Button } from '../ui/button.tsx';
import { ConnectionError } from '../ui/connection-error.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './friend.module.css';

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
  const name = state.detail && (state.detail.profile.name || answerWording.UNKNOWN_USER);
  const imageUrl = state.detail?.profile.profile_image_url ?? null;
  const actions = useMemo(
    () =>
      name !== undefined && (
        <>
          <UnfriendButton friendId={friendId} name={name} onLeaving={setLeaving} />
          <PersonActions
            person={{ userId: friendId, name, imageUrl }}
            thing={{ type: 'profile', id: friendId }}
            onBlocking={() => setLeaving(true)}
            onBlocked={() => void navigate('/friends', { replace: true })}
          />
        </>
      ),
    [friendId, name, imageUrl, navigate],
  );
  usePage({ actions });

  if (state.phase === 'shown') return <Detail detail={state.detail} />;
  if (leaving || state.phase === 'loading') return <PersonSkeleton />;
  if (state.phase === 'not-found' || state.phase === 'not-direct') {
    return (
      <div role="status">
        <EmptyState
          page
          art="letter"
          title={state.phase === 'not-direct' ? friendText.notDirect : friendText.notFound}
          text={state.phase === 'not-direct' ? friendText.strangersText : friendText.strangersHelp}
          action={<Button onClick={() => void navigate('/friends')}>{friendText.toFriends}</Button>}
        />
      </div>
    );
  }
  return <ConnectionError text={`${friendText.detailFailed}. ${state.phase === 'not-here' ? friendText.notHere : ''}`} onRetry={retry} />;
}

function Detail({ detail: { profile, friendship, email, theirs } }: { readonly detail: FriendDetail }) {
  const personOf = usePeople();
  const name = profile.name || answerWording.UNKNOWN_USER;
  return (
    <div className={styles.friend}>
      <PersonHero
        userId={profile.id}
        name={name}
        imageUrl={profile.profile_image_url}
        as="h2"
        email={email}
        bio={profile.bio}
        interests={profile.interests}
      />
      <FriendFacts since={friendship.created_at} location={profile.location} friends={theirs.length} />
      <TheirFriends name={name} friendships={theirs} personOf={personOf} />
    </div>
  );
}
