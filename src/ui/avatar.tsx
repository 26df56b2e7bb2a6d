import { UserRound } from 'lucide-react';
import { useState } from 'react';
import styles from './avatar.module.css';
import { classes } from './classes.ts';
import { initials, tintOf } from './initials.ts';

export type AvatarSize = 24 | 32 | 40 | 48 | 64 | 96;

export interface AvatarProps {
  readonly userId: string;
  readonly name: string;
  readonly imageUrl?: string | null | undefined;
  readonly size?: AvatarSize | undefined;
  /** Names the person to a screen reader. Leave out where the name stands beside it, or it is read twice. */
  readonly labelled?: boolean | undefined;
  /** a group has corners, a person has none */
  readonly square?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A person: their picture, or initials on a tint of their own. */
export function Avatar({ userId, name, imageUrl, size = 40, labelled, square, className }: AvatarProps) {
  // A picture that cannot be had offline falls back to the initials; another address is tried again.
  const [failed, setFailed] = useState<string>();
  const letters = initials(name);
  return (
    <span
      className={classes(
        styles.avatar,
        square && styles.square,
        styles[`size${size}`],
        letters ? styles[`tint${tintOf(userId)}`] : styles.unknown,
        className,
      )}
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {imageUrl && imageUrl !== failed ? (
        <img src={imageUrl} alt="" loading="lazy" decoding="async" onError={() => setFailed(imageUrl)} />
      ) : (
        letters || <UserRound />
      )}
    </span>
  );
}
