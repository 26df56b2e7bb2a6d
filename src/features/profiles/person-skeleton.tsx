import { profileText } from '../../text/profiles.ts';
import { Bone } from '../../ui/states/skeleton.tsx';
import styles from './person-skeleton.module.css';

/** The placeholder of a profile. */
export function PersonSkeleton() {
  return (
    <div className={`stack gap-3 ${styles.person}`} aria-busy="true">
      <span className="visually-hidden" role="status">
        {profileText.loading}
      </span>
      <Bone width="6rem" height="6rem" round />
      <Bone width="12rem" height="1.5rem" />
      <Bone width="9rem" />
      <Bone width="100%" height="5rem" card />
    </div>
  );
}
