import { matchPath, useLocation } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { pageClock } from '../data/page-clock.ts';
import { CircleCard } from '../features/friends/circle-card.tsx';
import { WaitingCard } from '../features/friends/waiting-card.tsx';
import { AudienceAside } from '../features/posts/audience-aside.tsx';
import { AudienceCard } from '../features/posts/audience-card.tsx';
import { Card } from '../ui/card.tsx';
import styles from './layout.module.css';
import { SyncState } from './sync-state.tsx';
import { syncTime } from './sync-time.ts';

/** Beside the column on very wide screens: the circle, or while one writes who will see it, who can see the post that is open, who waits for an answer, and the connection. */
export function Aside() {
  const { lastSync } = useConnection();
  const { pathname } = useLocation();
  // The page of friends shows both itself, and larger.
  const onFriends = pathname === '/friends';
  const writes = pathname === '/posts/create' || matchPath('/posts/:postId/edit', pathname) !== null;
  const postId = writes ? undefined : matchPath('/posts/:postId', pathname)?.params.postId;
  return (
    <aside className={styles.aside} aria-label="Your circle">
      {writes && <AudienceAside />}
      {!onFriends && !writes && <CircleCard />}
      {postId && <AudienceCard key={postId} postId={postId} />}
      {!onFriends && <WaitingCard />}
      <Card as="section" stack>
        <h2>Connection</h2>
        <div className={styles.connection}>
          <SyncState />
          {lastSync !== undefined && <span className={styles.time}>{syncTime(lastSync, pageClock.now())}</span>}
        </div>
      </Card>
    </aside>
  );
}
