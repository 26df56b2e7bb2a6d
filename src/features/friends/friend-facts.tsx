import { CalendarHeart, MapPin, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { friendText } from '../../text/friends.ts';
import { dateText } from '../../text/times.ts';
import styles from './friend-facts.module.css';

/** Start of the friendship, location, and the friend's own friend count. */
export function FriendFacts({ since, location, friends }: { readonly since: string; readonly location: string; readonly friends: number }) {
  return (
    <dl className={styles.facts}>
      <Fact icon={<CalendarHeart />} label={friendText.since}>
        <time dateTime={since}>{dateText(since)}</time>
      </Fact>
      {location && (
        <Fact icon={<MapPin />} label={friendText.livesIn}>
          <bdi>{location}</bdi>
        </Fact>
      )}
      <Fact icon={<UsersRound />} label={friendText.friends}>
        {friends}
      </Fact>
    </dl>
  );
}

function Fact({ icon, label, children }: { readonly icon: ReactNode; readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>
        {icon}
        {label}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
