import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Post } from '../../../schemas/posts/post.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Person } from '../profiles/own-person.ts';
import { AudienceChip } from './audience-chip.tsx';
import styles from './post-head.module.css';

/** What the post screen learns of where it was opened from. */
export const fromFeed = { from: 'feed' } as const;

/** Who wrote a post, when, and for whom. */
export function PostHead({
  post,
  author,
  size = 40,
  nameId,
  to,
  children,
}: {
  readonly post: Pick<Post, 'author_id' | 'created_at' | 'visibility_type'>;
  readonly author: Person;
  readonly size?: 40 | 48;
  readonly nameId?: string;
  /** where the whole post stands; makes the time a link to it */
  readonly to?: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <Avatar userId={post.author_id} name={author.name} imageUrl={author.imageUrl} size={size} />
      <div className={styles.words}>
        <span id={nameId} className={styles.name}>
          {author.name}
        </span>
        <div className={styles.meta}>
          {to ? (
            <Link to={to} state={fromFeed} viewTransition className={styles.time}>
              <RelativeTime iso={post.created_at} />
            </Link>
          ) : (
            <RelativeTime iso={post.created_at} />
          )}
          <AudienceChip audience={post.visibility_type} />
        </div>
      </div>
      {children}
    </header>
  );
}
