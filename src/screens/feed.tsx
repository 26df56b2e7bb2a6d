// The feed: the posts in the local store, newest first, twenty at a time.
import { PenLine } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { type FirstInvitation, useFirstInvitation } from '../features/friends/use-first-invitation.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { useWroteToday } from '../features/friends/use-wrote-today.ts';
import { WaitingAbove } from '../features/friends/waiting-card.tsx';
import { usePeople } from '../features/people/use-people.ts';
import { FeedPages } from '../features/posts/feed-pages.tsx';
import { type FeedPhase, feedPhase } from '../features/posts/feed-phase.ts';
import { FirstPost } from '../features/posts/first-post.tsx';
import { NewPostsPill } from '../features/posts/new-posts-pill.tsx';
import { useFeedNews } from '../features/posts/use-feed-news.ts';
import { type FeedPageRows, useFeedPage } from '../features/posts/use-feed-page.ts';
import { cardId, initialFeedPlace, lastFeedPlace, useFeedPlace } from '../features/posts/use-feed-place.ts';
import { useRefreshAsked } from '../shell/refresh.ts';
import { commonText } from '../text/common.ts';
import { firstWords } from '../text/invitations.ts';
import { postText } from '../text/posts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ConnectionError } from '../ui/connection-error.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PostSkeleton } from '../ui/skeleton.tsx';
import { useAfterPress } from '../ui/use-after-press.ts';
import styles from './feed.module.css';

export default function FeedScreen() {
  const { retry } = useConnection();
  const [attempt, setAttempt] = useState(0);
  // Also repeats a failed query of the local store.
  const again = useCallback(() => {
    retry();
    setAttempt((before) => before + 1);
  }, [retry]);
  return <Feed key={attempt} onRetry={again} />;
}

function Feed({ onRetry }: { readonly onRetry: () => void }) {
  // After going back from a post the feed is where it was; a tap on its tab begins at the top. Opening the app at this address also counts
  // as going back: no place was kept then, so the feed begins at the top.
  const popped = useNavigationType() === 'POP';
  const { key: visit } = useLocation();
  const [goesBack] = useState(popped);
  const [begun] = useState(goesBack ? lastFeedPlace : () => initialFeedPlace);
  const [bounds, setBounds] = useState(begun.bounds);
  const [heights] = useState(() => new Map(begun.heights));
  const addBound = useCallback(
    (bound: number) => setBounds((before) => (before.includes(bound) ? before : [...before, bound].sort((a, b) => a - b))),
    [],
  );
  const [firstRows, setFirstRows] = useState<FeedPageRows['posts']>();
  const news = useFeedNews(firstRows, begun.from);
  const first = useFeedPage({ from: news.from, upTo: bounds[0] });
  if (first.posts !== firstRows) setFirstRows(first.posts);
  const personOf = usePeople();
  const friends = useFriends();
  const wroteToday = useWroteToday();
  const { kind, failures, filled, retry } = useConnection();
  const invitation = useFirstInvitation();
  const phase = feedPhase({
    held: bounds.length + news.own.length + news.waiting > 0 || first.posts?.length ? 1 : first.posts?.length,
    failed: first.failed,
    connection: kind,
    failures,
    postsFilled: filled('posts'),
    friends: friends?.length,
    friendsFilled: filled('friends'),
    invitation: invitation?.state,
  });
  // While the first page gets its bound, it still contains the member's newest posts itself.
  const shown = first.posts;
  const own = useMemo(() => news.own.filter((post) => !shown?.some(({ id }) => id === post.id)), [news.own, shown]);
  const feed = useRef<HTMLDivElement>(null);
  useFeedPlace(feed, { bounds, heights, from: news.newest }, goesBack);

  const { show } = news;
  const toTop = useCallback(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    heights.clear();
    setBounds([]);
    show();
  }, [heights, show]);
  // After a press on the pill, the focus goes to the newest post.
  const newer = useRef<number>(undefined);
  useEffect(() => {
    const newest = shown?.[0];
    if (!newest || newer.current === undefined || newest.newest >= newer.current) return;
    // Its page may only just be coming back into the document.
    let frame = 0;
    const look = () => {
      const card = document.getElementById(cardId(newest.id));
      if (!card) {
        frame = requestAnimationFrame(look);
        return;
      }
      newer.current = undefined;
      card.focus({ preventScroll: true });
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [shown]);

  useRefreshAsked(toTop);
  // A link to the feed from the feed, the logo above the places, does the same.
  const lastVisit = useRef(visit);
  useEffect(() => {
    if (lastVisit.current === visit) return;
    lastVisit.current = visit;
    toTop();
    retry();
  }, [visit, toTop, retry]);

  return (
    <div ref={feed}>
      <NewPostsPill
        count={news.waiting}
        onPress={() => {
          newer.current = news.from;
          toTop();
        }}
      />
      <WaitingAbove />
      <Phase phase={phase} invitation={invitation} offline={kind === 'offline'} onRetry={onRetry}>
        <FirstPost />
        <FeedPages
          first={first}
          own={own}
          bounds={bounds}
          heights={heights}
          startAt={begun.page}
          personOf={personOf}
          wroteToday={wroteToday}
          onBound={addBound}
        />
      </Phase>
    </div>
  );
}

interface PhaseProps {
  readonly phase: FeedPhase;
  readonly invitation: FirstInvitation | undefined;
  readonly offline: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

function Phase({ phase, invitation, offline, onRetry, children }: PhaseProps) {
  if (phase === 'loading' || (phase === 'joining' && !offline)) {
    return (
      <div className={styles.feed} aria-busy="true">
        <span className="visually-hidden" role="status">
          {postText.loading}
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
    <>
      {phase === 'error' && <ConnectionError text={offline ? postText.notDownloaded : postText.noAnswer} onRetry={onRetry} />}
      {(phase === 'invited' || phase === 'joining') && invitation && (
        <EmptyState
          page
          art="table"
          {...firstWords(invitation)}
          action={invitation.state === 'asked' && <ButtonLink to="/friends">{commonText.addFriends}</ButtonLink>}
        />
      )}
      {phase === 'no-friends' && (
        <EmptyState
          page
          art="table"
          title={commonText.buildTribe}
          text={postText.noFriends}
          action={
            <ButtonLink variant="primary" to="/friends">
              {commonText.addFriends}
            </ButtonLink>
          }
        />
      )}
      {phase === 'no-posts' && (
        <EmptyState
          page
          art="letter"
          title={postText.none}
          text={postText.noneText}
          action={
            <ButtonLink variant="primary" to="/posts/create">
              {postText.createFirst}
            </ButtonLink>
          }
        />
      )}
      <NewPost />
    </>
  );
}

/** On phones only: rail and sidebar have their own. */
function NewPost() {
  return (
    <ButtonLink variant="primary" to="/posts/create" icon={<PenLine />} className={styles.new} onClick={useAfterPress('/posts/create')}>
      {postText.new}
    </ButtonLink>
  );
}
