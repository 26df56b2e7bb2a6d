import { useEffect, useRef } from 'react';
import { useConnection } from '../../../data/store/connection.ts';
import { notificationsText } from '../../../text/notifications.ts';
import { postText } from '../../../text/posts.ts';
import { lastSyncText } from '../../../text/times.ts';
import { useToday } from '../../../ui/behaviour/use-clock.ts';
import { PostSkeleton } from '../../../ui/states/skeleton.tsx';
import styles from './feed-end.module.css';

/** Requests the next page shortly before the end of this one comes into view. */
export function FeedMore({ onReach }: { readonly onReach: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onReach(), {
      rootMargin: '1200px 0px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onReach]);
  return <div ref={mark} className={styles.mark} />;
}

/** The end of a list of posts: older posts are still loading, or there are no more. */
export function FeedEnd({ text }: { readonly text?: string | undefined }) {
  const { kind, lastSync, filled } = useConnection();
  const today = useToday();
  if (!filled('posts')) {
    return kind === 'offline' ? (
      <p className={`small ${styles.end}`}>{postText.olderLater}</p>
    ) : (
      <div aria-busy="true">
        <span className="visually-hidden">{postText.loadingOlder}</span>
        <PostSkeleton />
      </div>
    );
  }
  return (
    <p className={`small ${styles.end}`}>
      {text ?? notificationsText.caughtUp}
      {text === undefined && lastSync !== undefined && (
        <>
          <br />
          {lastSyncText(lastSync, today)}
        </>
      )}
    </p>
  );
}
