import { useConnection } from '../../data/connection.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';
import { listedNames } from '../../text/audience.ts';
import { postText } from '../../text/posts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FacePile } from '../../ui/face-pile.tsx';
import { useFriends } from '../friends/use-friends.ts';
import { firstName } from '../people/first-name.ts';
import { usePeople } from '../people/use-people.ts';
import styles from './first-post.module.css';

/** Suggests a first post to a member who has a friend and has never written a post. Shows nothing until that is certain. */
export function FirstPost() {
  const { userId } = useStore();
  const { filled } = useConnection();
  const friends = useFriends();
  const personOf = usePeople();
  const { rows: own } = useLiveQuery(
    (store) =>
      store.collections.posts.find({
        selector: { author_id: userId },
        sort: [{ author_id: 'asc' }, { newest: 'asc' }],
        index: ['author_id', 'newest'],
        limit: 1,
      }),
    [userId],
  );
  if (!friends?.length || own?.length !== 0 || !filled('posts')) return null;
  const faces = friends.map(({ friend_id }) => ({ id: friend_id, ...personOf(friend_id) }));
  const names = listedNames(faces.map(({ name }) => firstName(name)));
  return (
    <Card as="section" aria-label={postText.firstPost} className={styles.card}>
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
