import { Mail, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { friendText } from '../../text/friends.ts';
import styles from './friend-facts.module.css';

/** A friend's e-mail address, as far as the signed-in member may know it, and how many friends they have. */
export function FriendFacts({ email, friends }: { readonly email: string | undefined; readonly friends: number }) {
  return (
    <dl className="stack card">
      {email && (
        <Fact icon={<Mail />} label={friendText.email}>
          {email}
        </Fact>
      )}
      <Fact icon={<UsersRound />} label={friendText.friends}>
        {friends}
      </Fact>
    </dl>
  );
}

function Fact({ icon, label, children }: { readonly icon: ReactNode; readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={`row gap-2 ${styles.fact}`}>
      <dt className={`row gap-2 small small-icons ${styles.label}`}>
        {icon}
        {label}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
