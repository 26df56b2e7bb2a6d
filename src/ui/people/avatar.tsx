import { UserRound, UsersRound } from 'lucide-react';
import { useContext } from 'react';
import { seatsText } from '../../text/seats.ts';
import { classes } from '../classes.ts';
import styles from './avatar.module.css';
import { ImageSourceContext } from './image-source.ts';
import { initials, tintOf } from './initials.ts';

export type AvatarSize = 24 | 32 | 40 | 48 | 56 | 64 | 96 | 128;

export interface AvatarProps {
  readonly userId: string;
  readonly name: string;
  readonly imageUrl?: string | null | undefined;
  readonly size?: AvatarSize | undefined;
  /** Names the person to a screen reader. Leave it out where the name is beside it, or it is read twice. */
  readonly labelled?: boolean | undefined;
  /** the person wrote today: a thin ring, and words if it is labelled */
  readonly ring?: boolean | undefined;
  /** a group has corners, a person has none */
  readonly square?: boolean | undefined;
  /** an emoji shown instead of the initials */
  readonly emoji?: string | null | undefined;
  readonly className?: string | undefined;
}

/** A person: their picture, or initials on their own tint until it is there. */
export function Avatar({ userId, name, imageUrl, size = 40, labelled, ring, square, emoji, className }: AvatarProps) {
  const source = useContext(ImageSourceContext)(imageUrl);
  const letters = emoji || initials(name);
  return (
    <span
      className={classes(
        styles.avatar,
        square && styles.square,
        ring && styles.ring,
        emoji && styles.emoji,
        styles[`size${size}`],
        letters ? styles[`tint${tintOf(userId)}`] : styles.unknown,
        className,
      )}
      {...(labelled ? { role: 'img', 'aria-label': ring ? seatsText.personWroteToday(name) : name } : { 'aria-hidden': true })}
    >
      {source ? <img src={source} alt="" decoding="async" /> : letters || (square ? <UsersRound /> : <UserRound />)}
    </span>
  );
}
