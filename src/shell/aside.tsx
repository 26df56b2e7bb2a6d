import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { CircleCard } from '../features/friends/circle-card.tsx';
import { WaitingCard } from '../features/friends/waiting-card.tsx';
import { MembersAside } from '../features/groups/members-aside.tsx';
import { AudienceAside } from '../features/posts/audience-aside.tsx';
import { AudienceCard } from '../features/posts/audience-card.tsx';
import { friendText } from '../text/friends.ts';
import { groupText } from '../text/groups.ts';
import { postText } from '../text/posts.ts';
import styles from './layout.module.css';
import { usePageHandle } from './page-handle.ts';

interface AsideContent {
  /** what a screen reader calls the column */
  readonly label: string;
  readonly cards: ReactNode;
}

/**
 * The column of people beside the shown page: the circle beside the feed, its readers beside a post, its members beside the chat of a
 * group. Other pages have no column; its space stays free.
 */
function asideFor(pathname: string, isConversation: boolean): AsideContent | null {
  if (pathname === '/posts')
    return {
      label: friendText.circle,
      cards: (
        <>
          <CircleCard />
          <WaitingCard />
        </>
      ),
    };
  if (pathname === '/notifications') return { label: friendText.waiting, cards: <WaitingCard /> };
  if (pathname === '/posts/create' || matchPath('/posts/:postId/edit', pathname))
    return { label: postText.whoWillSee, cards: <AudienceAside /> };
  const postId = matchPath('/posts/:postId', pathname)?.params.postId;
  if (postId)
    return {
      label: postText.whoReads,
      cards: (
        <>
          <AudienceCard key={postId} postId={postId} />
          <WaitingCard />
        </>
      ),
    };
  const groupId = matchPath('/groups/:groupId', pathname)?.params.groupId;
  if (groupId && isConversation) return { label: groupText.whoIsIn, cards: <MembersAside key={groupId} groupId={groupId} /> };
  return null;
}

/** The column beside the page on very wide screens. */
export default function Aside() {
  const { pathname } = useLocation();
  const { isConversation = false } = usePageHandle();
  const content = asideFor(pathname, isConversation);
  if (!content) return null;
  return (
    <aside className={styles.aside} aria-label={content.label}>
      {content.cards}
    </aside>
  );
}
