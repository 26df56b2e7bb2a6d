// The table with its seats: who sits there, and which are free.
import { Mail, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { seatsText } from '../../text/seats.ts';
import { classes } from '../classes.ts';
import { Bone } from '../states/skeleton.tsx';
import avatarStyles from './avatar.module.css';
import { Avatar } from './avatar.tsx';
import styles from './circle.module.css';
import around from './seat-at.module.css';
import { seatAt } from './seat-at.ts';

export interface CircleFriend {
  readonly id: string;
  readonly name: string;
  readonly imageUrl?: string | null | undefined;
  readonly wroteToday?: boolean | undefined;
  /** where their seat leads, in the large size */
  readonly to?: string | undefined;
  /** has just sat down: a quiet animation shows that */
  readonly fresh?: boolean | undefined;
}

export interface CircleProps {
  readonly friends: readonly CircleFriend[];
  readonly seats: number;
  readonly size?: 264 | 136 | undefined;
  /** people who were asked and have not answered: an envelope lies on a free seat for each */
  readonly asked?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly onAsked?: ((id: string) => void) | undefined;
  /** An empty seat opens this. In the small size the seats are too close for that and are only drawn. */
  readonly onInvite?: (() => void) | undefined;
}

const personOf = ({ fresh }: CircleFriend) => classes(around.person, fresh && around.sitsDown);

/** Drawn as avatars and empty rings; a full circle has a filled table. */
export function Circle({ friends, seats, size = 264, asked = [], onAsked, onInvite }: CircleProps) {
  // A server may allow more seats than this page knows of: every friend gets one.
  const total = Math.max(seats, friends.length);
  const kept = asked.slice(0, total - friends.length);
  const gone = friends.length + kept.length;
  const empty = Array.from({ length: total - gone }, (_, index) => gone + index);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form, and these are people at a table
    <div
      className={classes(styles.circle, size === 136 && styles.small, friends.length >= seats && styles.full)}
      // The last seat is taken: the whole table is animated.
      data-celebrated={(friends.length >= seats && friends.some(({ fresh }) => fresh)) || undefined}
      role="group"
      aria-label={seatsText.taken(friends.length, total)}
    >
      {friends.map((friend, index) => (
        <span key={friend.id} className={around.around} style={seatAt(index, total)} data-fresh={friend.fresh || undefined}>
          {friend.to && size === 264 ? (
            <Link
              to={friend.to}
              className={styles.taken}
              aria-label={friend.wroteToday ? seatsText.personWroteToday(friend.name) : friend.name}
            >
              <Avatar
                userId={friend.id}
                name={friend.name}
                imageUrl={friend.imageUrl}
                ring={friend.wroteToday}
                className={personOf(friend)}
              />
            </Link>
          ) : (
            <Avatar
              userId={friend.id}
              name={friend.name}
              imageUrl={friend.imageUrl}
              ring={friend.wroteToday}
              labelled
              className={personOf(friend)}
            />
          )}
        </span>
      ))}
      {kept.map(({ id, name }, index) => (
        <span key={id} className={around.around} style={seatAt(friends.length + index, total)}>
          {onAsked && size === 264 ? (
            <button
              type="button"
              className={classes(styles.empty, styles.asked)}
              aria-label={seatsText.asked(name)}
              onClick={() => onAsked(id)}
            >
              <Mail />
            </button>
          ) : (
            <span className={classes(styles.empty, styles.asked)} aria-hidden="true">
              <Mail />
            </span>
          )}
        </span>
      ))}
      {empty.map((seat) => (
        <span key={seat} className={around.around} style={seatAt(seat, total)}>
          {onInvite && size === 264 ? (
            <button type="button" className={styles.empty} aria-label={seatsText.free} onClick={onInvite}>
              <Plus />
            </button>
          ) : (
            <span className={styles.empty} aria-hidden="true">
              <Plus />
            </span>
          )}
        </span>
      ))}
      <div className={styles.table} aria-hidden="true">
        <b>
          {friends.length} {seatsText.of} {total}
        </b>
        <span>{kept.length > 0 ? seatsText.askedLine(kept.length) : seatsText.takenLine}</span>
      </div>
    </div>
  );
}

/** A placeholder for the table with its seats. */
export function CircleSkeleton({ seats, size = 264 }: Pick<CircleProps, 'seats' | 'size'>) {
  return (
    <div className={classes(styles.circle, size === 136 && styles.small)}>
      {Array.from({ length: seats }, (_, seat) => seat).map((seat) => (
        <span key={seat} className={around.around} style={seatAt(seat, seats)}>
          <Bone width="100%" height="100%" round />
        </span>
      ))}
      <div className={styles.place}>
        <Bone width="100%" height="100%" round />
      </div>
    </div>
  );
}

/** The picture of the landing page: a full table. Larger on wide screens. */
export function CirclePicture({
  people,
  label,
}: {
  readonly people: readonly { id: string; tint: number; face: ReactNode }[];
  readonly label: string;
}) {
  return (
    <div className={classes(styles.circle, styles.hero)} role="img" aria-label={label}>
      {people.map((person, index) => (
        <span key={person.id} className={around.around} style={seatAt(index, people.length)}>
          <span className={classes(avatarStyles.avatar, avatarStyles[`tint${person.tint}`], around.person)}>{person.face}</span>
        </span>
      ))}
      <div className={styles.table}>
        <b>{seatsText.your}</b>
        <span>{seatsText.table}</span>
      </div>
    </div>
  );
}
