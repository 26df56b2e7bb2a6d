import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { profileText } from '../../text/profiles.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
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
    <div className={styles.hero}>
      <Avatar userId={userId} name={name} imageUrl={imageUrl} size={96} />
      <div className={styles.names}>
        <Heading className={styles.name}>
          <bdi>{name}</bdi>
        </Heading>
        {line && <p className={styles.line}>{line}</p>}
        {email && <p className={styles.line}>{email}</p>}
        {location && (
          <p className={classes(styles.line, styles.place)}>
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
      {interests.length > 0 && (
        <ul className={styles.interests} aria-label={profileText.interests}>
          {interests.map((interest) => (
            <li key={interest} className={styles.interest}>
              <Chip tone="role">
                <bdi>{interest}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
