import { CalendarHeart, MapPin, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateText } from '../../text/times.ts';
import styles from './friend-facts.module.css';

/** Since when, where, and how many friends they have. */
export function FriendFacts({ since, location, friends }: { readonly since: string; readonly location: string; readonly friends: number }) {
  return (
    <dl className={styles.facts}>
      <Fact icon={<CalendarHeart />} label="Friends since">
        <time dateTime={since}>{dateText(since)}</time>
      </Fact>
      {location && (
        <Fact icon={<MapPin />} label="Lives in">
          <bdi>{location}</bdi>
        </Fact>
      )}
      <Fact icon={<UsersRound />} label="Friends">
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
