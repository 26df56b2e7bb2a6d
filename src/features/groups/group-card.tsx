import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useUnreadMessages } from '../messages/read-position.ts';
import { PendingLine, usePendingMark } from '../posts/pending-line.tsx';
import styles from './group-card.module.css';
import { membersText, roleNames } from './group-role.ts';
import type { HeldGroup } from './use-groups.ts';

/** One of one's groups; the whole card leads into its chat. */
export function GroupCard({ held }: { readonly held: HeldGroup }) {
  const { group, role, memberCount, joinedAt } = held;
  const unread = useUnreadMessages(group.id, joinedAt);
  const pending = usePendingMark(group);
  return (
    <li className={styles.card} data-pending={pending || undefined}>
      <Avatar userId={group.id} name={group.name} size={48} square />
      <div className={styles.body}>
        <div className={styles.head}>
          <Link to={`/groups/${group.id}`} className={styles.name}>
            {group.name}
          </Link>
          <Chip tone={role === 'owner' ? 'owner' : 'role'}>{roleNames[role]}</Chip>
        </div>
        <p className={styles.line}>
          {membersText(memberCount)}
          {unread > 0 && (
            <>
              {' · '}
              <span className={styles.unread}>{unread === 1 ? '1 new message' : `${unread} new messages`}</span>
            </>
          )}
        </p>
        {group.description && (
          <p className={styles.description} dir="auto">
            {group.description}
          </p>
        )}
        {pending && <PendingLine short changed={group.scope !== 0} />}
      </div>
    </li>
  );
}
