// The feed: what the local store holds, newest first, twenty at a time.
import { PenLine } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { FeedPages } from '../features/posts/feed-pages.tsx';
import { type FeedPhase, feedPhase } from '../features/posts/feed-phase.ts';
import { useFeedPage } from '../features/posts/use-feed-page.ts';
import { boundsLeft, useFeedPlace } from '../features/posts/use-feed-place.ts';
import { usePeople } from '../features/profiles/use-people.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PostSkeleton } from '../ui/skeleton.tsx';
import styles from './feed.module.css';

export default function FeedScreen() {
  // Back from a post the feed stands where it was; a tap on its tab begins at the top.
  const popped = useNavigationType() === 'POP';
  const goesBack = useLocation().key !== 'default' && popped;
  const [bounds, setBounds] = useState<readonly number[]>(goesBack ? boundsLeft : []);
  const addBound = useCallback((bound: number) => setBounds((before) => (before.includes(bound) ? before : [...before, bound])), []);
  const first = useFeedPage(undefined, bounds[0]);
  const personOf = usePeople();
  const friends = useFriends();
  const { kind, filled, retry } = useConnection();
  const phase = feedPhase({
    held: bounds.length > 0 || first.posts?.length ? 1 : first.posts?.length,
    failed: first.failed,
    connection: kind,
    postsFilled: filled('posts'),
    friends: friends?.length,
    friendsFilled: filled('friends'),
  });
  const feed = useRef<HTMLDivElement>(null);
  useFeedPlace(feed, bounds, goesBack);

  return (
    <div ref={feed}>
      <Phase phase={phase} onRetry={retry}>
        <FeedPages first={first} bounds={bounds} personOf={personOf} onNext={addBound} />
      </Phase>
    </div>
  );
}

function Phase({ phase, onRetry, children }: { readonly phase: FeedPhase; readonly onRetry: () => void; readonly children: ReactNode }) {
  if (phase === 'loading') {
    return (
      <div className={styles.feed} aria-busy="true">
        <span className="visually-hidden" role="status">
          Loading posts
        </span>
        <PostSkeleton />
        <PostSkeleton />
        <PostSkeleton />
      </div>
    );
  }
  if (phase === 'posts') {
    return (
      <div className={styles.feed}>
        {children}
        <NewPost />
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      {phase === 'error' && (
        <div role="alert">
          <EmptyState
            art="cup"
            title="Connection Error"
            text="The server did not answer. What you already have is safe."
            action={<Button onClick={onRetry}>Try again</Button>}
          />
        </div>
      )}
      {phase === 'no-friends' && (
        <EmptyState
          art="table"
          title="Build your tribe first"
          text="Posts from the people you invite will be laid out here."
          action={
            <ButtonLink variant="primary" to="/friends">
              Add friends
            </ButtonLink>
          }
        />
      )}
      {phase === 'no-posts' && (
        <EmptyState
          art="letter"
          title="No posts yet"
          text="Say something small. It only goes to the people you pick."
          action={
            <ButtonLink variant="primary" to="/posts/create">
              Create your first post
            </ButtonLink>
          }
        />
      )}
      {phase === 'error' && <NewPost />}
    </div>
  );
}

/** On the phone only: rail and sidebar have their own. */
function NewPost() {
  return (
    <ButtonLink variant="primary" to="/posts/create" icon={<PenLine />} className={styles.new}>
      New post
    </ButtonLink>
  );
}
