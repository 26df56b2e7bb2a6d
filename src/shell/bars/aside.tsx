import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { CircleCard } from '../../features/friends/circle/circle-card.tsx';
import { MembersAside } from '../../features/groups/members-aside.tsx';
import { AudienceAside } from '../../features/posts/audience/audience-aside.tsx';
import { AudienceCard } from '../../features/posts/audience/audience-card.tsx';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { postText } from '../../text/posts.ts';
import styles from '../layout.module.css';
import { usePageHandle } from './page-handle.ts';

interface AsideContent {
  /** what a screen reader calls the column */
  readonly label: string;
  readonly cards: ReactNode;
}

/**
 * The column of people beside the shown page: the circle beside the feed and the notifications, the readers beside a post, the members
 * beside the chat of a group. Other pages have no column; its space stays free, or the page fills it.
 */
function asideFor(pathname: string, isConversation: boolean): AsideContent | null {
  if (pathname === '/posts' || pathname === '/notifications') return { label: friendText.circle, cards: <CircleCard /> };
  if (pathname === '/posts/create' || matchPath('/posts/:postId/edit', pathname))
    return { label: postText.whoWillSee, cards: <AudienceAside /> };
  const postId = matchPath('/posts/:postId', pathname)?.params.postId;
  if (postId) return { label: postText.whoReads, cards: <AudienceCard key={postId} postId={postId} /> };
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
