import { useCallback, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useConnection } from '../../../data/store/connection.ts';
import { commonText } from '../../../text/common.ts';
import { postText } from '../../../text/posts.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PostSkeleton } from '../../../ui/states/skeleton.tsx';
import { useWroteToday } from '../../friends/circle/use-wrote-today.ts';
import { firstName } from '../../people/first-name.ts';
import { usePeople } from '../../people/use-people.ts';
import { FeedPages } from './feed-pages.tsx';
import { feedPhase } from './feed-phase.ts';
import { useFeedPage } from './use-feed-page.ts';
import { initialFeedPlace, lastFeedPlace, useFeedPlace } from './use-feed-place.ts';

/**
 * The posts of one member that this device holds, which are those that the signed-in member may see, newest first and page by page as in
 * the feed. Give it the member's id as its key.
 */
export function PersonPosts({ userId, name }: { readonly userId: string; readonly name: string }) {
  const goesBack = useNavigationType() === 'POP';
  const [begun] = useState(() => (goesBack ? lastFeedPlace(userId) : initialFeedPlace));
  const [bounds, setBounds] = useState(begun.bounds);
  const [heights] = useState(() => new Map(begun.heights));
  const addBound = useCallback(
    (bound: number) => setBounds((before) => (before.includes(bound) ? before : [...before, bound].sort((a, b) => a - b))),
    [],
  );
  const first = useFeedPage({ author: userId, upTo: bounds[0] });
  const personOf = usePeople();
  const wroteToday = useWroteToday(first.posts !== undefined);
  const { kind, failures, filled, retry } = useConnection();
  const list = useRef<HTMLDivElement>(null);
  // The page scrolls back by itself: every part of it has its height again at once.
  useFeedPlace(list, { bounds, heights, from: undefined }, false, userId);
  const phase = feedPhase({
    leadKnown: true,
    held: bounds.length > 0 ? 1 : first.posts?.length,
    failed: first.failed,
    connection: kind,
    failures,
    postsFilled: filled('posts'),
    // Whether the signed-in member has friends makes no difference here.
    friends: 1,
    friendsFilled: true,
  });
  const called = firstName(name);
  const offline = kind === 'offline' && !first.failed;
  return (
    <Section title={postText.theirs(called)}>
      <div ref={list} className="stack gap-3" aria-busy={phase === 'loading' || undefined}>
        {phase === 'loading' && (
          <>
            <span className="visually-hidden" role="status">
              {postText.loading}
            </span>
            <PostSkeleton />
            <PostSkeleton />
          </>
        )}
        {phase === 'error' && (
          <div role="alert">
            <EmptyState
              art={offline ? 'lantern' : 'cup'}
              as="h3"
              title={offline ? postText.theirsNotHere(called) : commonText.connectionError}
              text={offline ? postText.theirsOnline : postText.noAnswer}
              action={<Button onClick={retry}>{commonText.tryAgain}</Button>}
            />
          </div>
        )}
        {phase === 'no-posts' && (
          <EmptyState art="letter" as="h3" title={postText.noneOfTheirs(called)} text={postText.theirsLater(called)} />
        )}
        {phase === 'posts' && (
          <FeedPages
            first={first}
            own={none}
            bounds={bounds}
            author={userId}
            heights={heights}
            startAt={begun}
            personOf={personOf}
            wroteToday={wroteToday}
            endText={postText.theirsEnd(called)}
            onBound={addBound}
          />
        )}
      </div>
    </Section>
  );
}
const none: readonly never[] = [];
