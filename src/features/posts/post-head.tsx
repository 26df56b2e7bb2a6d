import type { ReactNode } from 'react';
import type { Post } from '../../../schemas/posts/post.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { firstName } from '../people/first-name.ts';
import { PersonAvatar, PersonName } from '../people/person-button.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { AudienceChip } from './audience/audience-chip.tsx';
import type { ViewedPost } from './audience/audience-viewer.tsx';
import { PostLink } from './open-post.tsx';
import styles from './post-head.module.css';

/** The author, time and audience of a post. */
export function PostHead({
  post,
  personOf,
  size = 40,
  nameId,
  to,
  ring,
  children,
}: {
  readonly post: ViewedPost & Pick<Post, 'created_at'>;
  readonly personOf: PersonOf;
  readonly size?: 40 | 48;
  readonly nameId?: string;
  /** the address of the whole post; makes the time a link to it */
  readonly to?: string;
  /** whether the author wrote today */
  readonly ring?: boolean;
  readonly children?: ReactNode;
}) {
  const userId = useOwnId();
  const person = { userId: post.author_id, ...personOf(post.author_id) };
  // Its author knows whom they chose.
  const nameOf = post.author_id === userId ? (id: string) => firstName(personOf(id).name) : undefined;
  return (
    <header className="row gap-3">
      <PersonAvatar person={person} size={size} ring={ring} />
      <div className="rest">
        <PersonName person={person} id={nameId} className={styles.name} />
        <div className={`row wrap meta ${styles.meta}`}>
          {to ? (
            <PostLink to={to} className={styles.time}>
              <RelativeTime iso={post.created_at} />
            </PostLink>
          ) : (
            <RelativeTime iso={post.created_at} />
          )}
          <AudienceChip post={post} nameOf={nameOf} />
        </div>
      </div>
      {children}
    </header>
  );
}
