import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { profileText } from '../../text/profiles.ts';
import { classes } from '../../ui/classes.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Interests } from './interests.tsx';
import styles from './person-hero.module.css';

/** A member, large: picture, name, and the details that the viewer may know. */
export function PersonHero({
  userId,
  name,
  imageUrl,
  as: Heading,
  line,
  email,
  location,
  bio,
  interests = [],
}: {
  readonly userId: string;
  readonly name: string;
  readonly imageUrl: string | null;
  readonly as: 'h2' | 'h3';
  /** their relation to the signed-in member */
  readonly line?: ReactNode;
  readonly email?: string | undefined;
  readonly location?: string | undefined;
  readonly bio?: string | undefined;
  readonly interests?: readonly string[] | undefined;
}) {
  return (
    <div className={`stack gap-3 ${styles.hero}`}>
      <Avatar userId={userId} name={name} imageUrl={imageUrl} size={96} />
      <div className={`stack gap-1 ${styles.names}`}>
        <Heading className={styles.name}>
          <bdi>{name}</bdi>
        </Heading>
        {line && <p className={`small ${styles.line}`}>{line}</p>}
        {email && <p className={`small ${styles.line}`}>{email}</p>}
        {location && (
          <p className={classes('row gap-1 small small-icons', styles.line, styles.place)}>
            <MapPin />
            <span className="visually-hidden">{profileText.livesIn} </span>
            <bdi>{location}</bdi>
          </p>
        )}
      </div>
      {bio && (
        <p className={styles.bio} dir="auto">
          <LinkedText text={bio} />
        </p>
      )}
      <Interests interests={interests} />
    </div>
  );
}
