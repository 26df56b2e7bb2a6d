import { classes } from '../classes.ts';
import { Avatar, type AvatarSize } from './avatar.tsx';
import styles from './face-pile.module.css';

export interface Face {
  readonly id: string;
  readonly name: string;
  readonly imageUrl?: string | null | undefined;
}

/** A few people by their faces, which overlap; the words beside it name them. Draws at most `most` of them. */
export function FacePile({
  people,
  max = 3,
  size = 24,
  small,
}: {
  readonly people: readonly Face[];
  readonly max?: number;
  readonly size?: AvatarSize;
  readonly small?: boolean;
}) {
  if (people.length === 0) return null;
  return (
    <span className={classes(styles.pile, small && styles.small)} data-faces>
      {people.slice(0, max).map(({ id, name, imageUrl }) => (
        <Avatar key={id} userId={id} name={name} imageUrl={imageUrl} size={size} className={styles.face} />
      ))}
    </span>
  );
}
