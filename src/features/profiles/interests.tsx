import { profileText } from '../../text/profiles.ts';
import { Chip } from '../../ui/forms/chip.tsx';
import styles from './interests.module.css';

/** What a member is interested in. Shows nothing if they named nothing. */
export function Interests({ interests }: { readonly interests: readonly string[] }) {
  if (interests.length === 0) return null;
  return (
    <ul className={`wrap gap-2 ${styles.interests}`} aria-label={profileText.interests}>
      {interests.map((interest) => (
        <li key={interest} className={styles.interest}>
          <Chip tone="role">
            <bdi>{interest}</bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}
