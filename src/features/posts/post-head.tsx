import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Post } from '../../../schemas/posts/post.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Person } from '../people/own-person.ts';
import { PersonAvatar, PersonName } from '../people/person-button.tsx';
import { AudienceChip } from './audience-chip.tsx';
import styles from './post-head.module.css';

/** Navigation state: the post screen was opened from the feed. */
export const fromFeed = { from: 'feed' } as const;

/** The author, time and audience of a post. */
export function PostHead({
  post,
  author,
  size = 40,
  nameId,
  to,
  ring,
  children,
}: {
  readonly post: Pick<Post, 'author_id' | 'created_at' | 'visibility_type' | 'specific_user_ids'>;
  readonly author: Person;
  readonly size?: 40 | 48;
  readonly nameId?: string;
  /** the address of the whole post; makes the time a link to it */
  readonly to?: string;
  /** whether the author wrote today */
  readonly ring?: boolean;
  readonly children?: ReactNode;
}) {
  const person = { userId: post.author_id, ...author };
  return (
    <header className={styles.head}>
      <PersonAvatar person={person} size={size} ring={ring} />
      <div className={styles.words}>
        <PersonName person={person} id={nameId} className={styles.name} />
        <div className={styles.meta}>
          {to ? (
            <Link to={to} state={fromFeed} viewTransition className={styles.time}>
              <RelativeTime iso={post.created_at} />
            </Link>
          ) : (
            <RelativeTime iso={post.created_at} />
          )}
          <AudienceChip post={post} />
        </div>
      </div>
      {children}
    </header>
  );
}
