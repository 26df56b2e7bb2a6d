// Names and pictures that open the profile of the member they show.

import { classes } from '../../ui/classes.ts';
import { Avatar, type AvatarSize } from '../../ui/people/avatar.tsx';
import styles from './person-button.module.css';
import { type ShownPerson, showProfile } from './shown-person.ts';

/** A name as a button. */
export function PersonName({
  person,
  id,
  className,
}: {
  readonly person: ShownPerson;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}) {
  return (
    <button type="button" id={id} className={classes(styles.name, className)} aria-haspopup="dialog" onClick={() => showProfile(person)}>
      <bdi>{person.name}</bdi>
    </button>
  );
}

/** A picture as a button, for pointers only. Keyboards and screen readers use the name beside it. */
export function PersonAvatar({
  person,
  size,
  ring,
}: {
  readonly person: ShownPerson;
  readonly size?: AvatarSize | undefined;
  readonly ring?: boolean | undefined;
}) {
  return (
    <button
      type="button"
      className={styles.avatar}
      tabIndex={-1}
      aria-hidden="true"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => showProfile(person)}
    >
      <Avatar userId={person.userId} name={person.name} imageUrl={person.imageUrl} size={size} ring={ring} />
    </button>
  );
}
