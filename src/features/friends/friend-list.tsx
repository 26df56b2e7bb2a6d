import type { LocalRow } from '../../../workers/device/local-row.ts';
import { pageClock } from '../../data/page-clock.ts';
import { friendText } from '../../text/friends.ts';
import { seatsText } from '../../text/seats.ts';
import { sinceText } from '../../text/times.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Item, List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { Empty } from './empty.tsx';
import { useWroteToday } from './use-wrote-today.ts';

/** The signed-in member's friends, and since when. */
export function FriendList({ friends, personOf }: { readonly friends: readonly LocalRow<'friends'>[]; readonly personOf: PersonOf }) {
  const now = pageClock.now();
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
              line={friendText.sinceWhen(sinceText(friend.created_at, now))}
            />
          );
        })}
      </List>
    </Section>
  );
}
