import type { LocalRow } from '../../../workers/device/local-row.ts';
import { friendText } from '../../text/friends.ts';
import { mentionedAs } from '../../text/photos.ts';
import { seatsText } from '../../text/seats.ts';
import { sinceText } from '../../text/times.ts';
import { useToday } from '../../ui/behaviour/use-clock.ts';
import { Item, List } from '../../ui/list.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { previewOf } from '../../ui/preview.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { useWroteToday } from './circle/use-wrote-today.ts';
import { Empty } from './empty.tsx';
import styles from './friend-list.module.css';
import { useNewestPost } from './use-newest-post.ts';

/** The signed-in member's friends, and what each of them wrote last. */
export function FriendList({ friends, personOf }: { readonly friends: readonly LocalRow<'friends'>[]; readonly personOf: PersonOf }) {
  const wroteToday = useWroteToday();
  if (friends.length === 0) {
    return (
      <Section title={friendText.mine}>
        <Empty collection="friends">{friendText.none}</Empty>
      </Section>
    );
  }
  return (
    <Section title={friendText.mine}>
      <List label={friendText.mine}>
        {friends.map((friend) => {
          const { name, imageUrl } = personOf(friend.friend_id);
          const today = wroteToday.has(friend.friend_id);
          return (
            <Item
              key={friend.id}
              lead={<Avatar userId={friend.friend_id} name={name} imageUrl={imageUrl} ring={today} />}
              title={
                <>
                  <bdi>{name}</bdi>
                  {today && <span className="visually-hidden">{seatsText.wroteToday}</span>}
                </>
              }
              to={`/friends/${friend.friend_id}`}
              line={<LastWords friend={friend} />}
            />
          );
        })}
      </List>
    </Section>
  );
}

/** More than fits on a line. The rest is cut off by the width, between characters. */
const WORDS_MAX = 160;

/** The newest words of a friend and when; of a friend whose words are not here, since when they are one. */
function LastWords({ friend }: { readonly friend: LocalRow<'friends'> }) {
  const newest = useNewestPost(friend.friend_id);
  const today = useToday();
  // As high as the line that is about to come.
  if (newest === undefined) return '\u00a0';
  if (newest === null) return friendText.sinceWhen(sinceText(friend.created_at, today));
  return (
    <span className={`row ${styles.words}`}>
      <span className="cut" dir="auto">
        {previewOf(mentionedAs(newest), WORDS_MAX)}
      </span>
      <span className={styles.when}>
        {'· '}
        <RelativeTime iso={newest.created_at} within />
      </span>
    </span>
  );
}
