import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { useLiveQuery, useOwnId } from '../../../data/store/local-store.tsx';
import { newestPostOf } from '../../../first/first-queries.ts';
import { listedNames } from '../../../text/audience.ts';
import { postText } from '../../../text/posts.ts';
import { Card } from '../../../ui/card.tsx';
import { ButtonLink } from '../../../ui/forms/button.tsx';
import { FacePile } from '../../../ui/people/face-pile.tsx';
import { firstName } from '../../people/first-name.ts';
import { usePeople } from '../../people/use-people.ts';
import styles from './first-post.module.css';

/** Whether the signed-in member has no post on this device; undefined until the local store has answered. */
export function useNeverWrote(): boolean | undefined {
  const userId = useOwnId();
  const { rows } = useLiveQuery((store) => store.collections.posts.find(newestPostOf(userId)), [userId]);
  return rows && rows.length === 0;
}

/**
 * Suggests a first post to a member who has a friend and has never written a post. Shows nothing until that is certain. The feed asks for both
 * itself, so that the card is there with the first posts.
 */
export function FirstPost({
  friends,
  neverWrote,
}: {
  readonly friends: readonly Pick<LocalRow<'friends'>, 'friend_id'>[] | undefined;
  readonly neverWrote: boolean | undefined;
}) {
  const { filled } = useConnection();
  const personOf = usePeople();
  if (!friends?.length || !neverWrote || !filled('posts')) return null;
  const faces = friends.map(({ friend_id }) => ({ id: friend_id, ...personOf(friend_id) }));
  const names = listedNames(faces.map(({ name }) => firstName(name)));
  return (
    <Card as="section" aria-label={postText.firstPost} className={`row wrap gap-3 ${styles.card}`}>
      <FacePile people={faces} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          {postText.sayHello} {names}
        </h2>
        <p>{postText.firstHelp}</p>
      </div>
      <ButtonLink variant="primary" size="small" to="/posts/create">
        {postText.writeFirst}
      </ButtonLink>
    </Card>
  );
}
