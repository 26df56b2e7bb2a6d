// The feed: the posts in the local store, newest first, twenty at a time.
import { PenLine } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useConnection } from '../data/store/connection.ts';
import { useWroteToday } from '../features/friends/circle/use-wrote-today.ts';
import { WaitingCard } from '../features/friends/circle/waiting-card.tsx';
import { FilledSeat } from '../features/friends/invitations/filled-seat.tsx';
import { useFillingSeat } from '../features/friends/invitations/use-filling-seat.ts';
import { type FirstInvitation, useFirstInvitation } from '../features/friends/invitations/use-first-invitation.ts';
import { type Invitations, useInvitations } from '../features/friends/invitations/use-invitations.ts';
import type { AcceptedRequest } from '../features/friends/invitations/use-own-accepted.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { asksForOutbox } from '../features/outbox/outbox-link.ts';
import { usePeople } from '../features/people/use-people.ts';
import { asksForPhoto } from '../features/photos/opened-photo.ts';
import { FeedPages } from '../features/posts/feed/feed-pages.tsx';
import { type FeedPhase, feedPhase } from '../features/posts/feed/feed-phase.ts';
import { FirstPost, useNeverWrote } from '../features/posts/feed/first-post.tsx';
import { NewPostsPill } from '../features/posts/feed/new-posts-pill.tsx';
import { SteadyCards } from '../features/posts/feed/steady-cards.tsx';
import { useFeedNews } from '../features/posts/feed/use-feed-news.ts';
import { type FeedPageRows, useFeedPage } from '../features/posts/feed/use-feed-page.ts';
import { cardId, initialFeedPlace, lastFeedPlace, useFeedPlace } from '../features/posts/feed/use-feed-place.ts';
import { useRefreshAsked } from '../shell/versions/refresh.ts';
import { commonText } from '../text/common.ts';
import { firstWords, invitationText, seatedWith } from '../text/invitations.ts';
import { postText } from '../text/posts.ts';
import { useAfterPress } from '../ui/behaviour/use-after-press.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { FeedSkeleton } from '../ui/states/skeleton.tsx';
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
  const { key: visit, search } = useLocation();
  const overFeed = asksForOutbox(search) || asksForPhoto(search);
  const [goesBack] = useState(popped);
  const [begun] = useState(() => (goesBack ? lastFeedPlace() : initialFeedPlace));
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
  // After the first posts: on a busy day there are many to read for it.
  const wroteToday = useWroteToday(first.posts !== undefined);
  const { kind, failures, filled, retry } = useConnection();
  const invitation = useFirstInvitation();
  // A card above the posts would push them down.
  const invited = useInvitations();
  const neverWrote = useNeverWrote();
  const leadKnownNow = invited !== undefined && friends !== undefined && neverWrote !== undefined;
  const [leadKnown, setLeadKnown] = useState(leadKnownNow);
  if (leadKnownNow && !leadKnown) setLeadKnown(true);
  const received = invited?.received ?? noInvitations;
  const lead = useMemo(
    () => (
      <>
        <WaitingCard received={received} />
        <FirstPost friends={friends} neverWrote={neverWrote} />
      </>
    ),
    [received, friends, neverWrote],
  );
  const filling = useFillingSeat();
  const phase = feedPhase({
    leadKnown,
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

  const { show, seen } = news;
  useEffect(() => {
    // The space that steady cards needed below them.
    if (seen === undefined) feed.current?.style.removeProperty('min-block-size');
  }, [seen]);
  const toTop = useCallback(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    heights.clear();
    setBounds([]);
    show();
  }, [heights, show]);
  // After a press on the pill, the focus goes to the newest post.
  const newer = useRef<number>(undefined);
  const [presses, setPresses] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press may find the posts on the page already
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
  }, [shown, presses]);

  useRefreshAsked(toTop);
  // A link to the feed from the feed, the logo above the places, does the same. The outbox and a photo open and close over the feed.
  const last = useRef({ visit, overFeed });
  useEffect(() => {
    const before = last.current;
    last.current = { visit, overFeed };
    if (before.visit === visit || before.overFeed || overFeed) return;
    toTop();
    retry();
  }, [visit, overFeed, toTop, retry]);

  return (
    <div ref={feed}>
      <NewPostsPill
        count={news.waiting}
        onPress={() => {
          newer.current = news.seen ?? news.from;
          setPresses((before) => before + 1);
          toTop();
        }}
      />
      {(filling || phase !== 'posts') && (
        <div className={styles.waiting}>
          <WaitingCard received={received} />
        </div>
      )}
      <Phase phase={phase} invitation={invitation} filling={filling} offline={kind === 'offline'} onRetry={onRetry}>
        <SteadyCards
          feed={feed}
          steady={news.steady}
          written={[...own, ...(shown ?? [])].find(({ newest }) => newest < 0)?.id}
          onGrown={news.grown}
        >
          <FeedPages
            first={first}
            own={own}
            lead={lead}
            leadBefore={news.opened}
            bounds={bounds}
            heights={heights}
            startAt={begun}
            personOf={personOf}
            wroteToday={wroteToday}
            onBound={addBound}
          />
        </SteadyCards>
      </Phase>
    </div>
  );
}

const noInvitations: Invitations['received'] = [];

interface PhaseProps {
  readonly phase: FeedPhase;
  readonly invitation: FirstInvitation | undefined;
  /** whose table the member sits down at, just now */
  readonly filling: AcceptedRequest | undefined;
  readonly offline: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

function Phase({ phase, invitation, filling, offline, onRetry, children }: PhaseProps) {
  if (filling) {
    return (
      <div role="status">
        <EmptyState
          page
          art="table"
          picture={<FilledSeat host={filling} />}
          title={seatedWith(filling.name)}
          text={invitationText.welcomeText}
        />
      </div>
    );
  }
  if (phase === 'loading' || (phase === 'joining' && !offline)) {
    return (
      <div className={`stack gap-3 ${styles.feed}`} aria-busy="true">
        <span className="visually-hidden" role="status">
          {postText.loading}
        </span>
        <FeedSkeleton />
      </div>
    );
  }
  if (phase === 'posts') {
    return (
      <div className={`stack gap-3 ${styles.feed}`}>
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
