import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from '../../data/local-store.tsx';
import { pageClock } from '../../data/page-clock.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useBlocked } from '../friends/use-blocked.ts';
import { briefTime } from '../messages/day-text.ts';
import { messageSnippet } from '../messages/message-text.tsx';
import { useUnreadMessages } from '../messages/read-position.ts';
import type { Message } from '../messages/use-messages.ts';
import { type PersonOf, usePeople } from '../profiles/use-people.ts';
import { GroupInvitations } from './group-invitations.tsx';
import { membersText } from './group-role.ts';
import styles from './groups-pane.module.css';
import { sortGroups } from './sort-groups.ts';
import { useReceivedGroupInvitations } from './use-group-invitations.ts';
import { type HeldGroup, useGroups } from './use-groups.ts';
import { useLatestMessages } from './use-latest-messages.ts';

const none: readonly string[] = [];

/** Beside a conversation on wide screens: all of one's groups, where something was said last at the top. */
export default function GroupsPane() {
  const titleId = useId();
  const { pathname } = useLocation();
  const personOf = usePeople();
  const blocked = useBlocked();
  const invitations = useReceivedGroupInvitations() ?? [];
  const groups = useGroups().groups ?? [];
  const latest = useLatestMessages(groups.length > 0 ? groups.map(({ group }) => group.id) : none);
  return (
    <nav className={styles.pane} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          Groups
        </h2>
        <ButtonLink to="/groups/create" variant="quiet" icon={<Plus />}>
          Create
        </ButtonLink>
      </div>
      <GroupInvitations invitations={invitations} personOf={personOf} target={null} />
      <ul className={styles.list} aria-label="My Groups">
        {sortGroups(groups, latest).map((held) => (
          <PaneRow
            key={held.group.id}
            held={held}
            latest={latest.get(held.group.id)}
            current={pathname === `/groups/${held.group.id}`}
            personOf={personOf}
            blocked={blocked}
          />
        ))}
      </ul>
    </nav>
  );
}

interface PaneRowProps {
  readonly held: HeldGroup;
  readonly latest: Message | undefined;
  readonly current: boolean;
  readonly personOf: PersonOf;
  /** undefined: not known yet, so that nothing is quoted */
  readonly blocked: ReadonlySet<string> | undefined;
}

function PaneRow({ held, latest, current, personOf, blocked }: PaneRowProps) {
  const { userId } = useStore();
  const { group, joinedAt, memberCount } = held;
  const unread = useUnreadMessages(group.id, joinedAt);
  return (
    <li>
      <Link to={`/groups/${group.id}`} className={styles.row} aria-current={current ? 'page' : undefined}>
        <Avatar userId={group.id} name={group.name} size={48} square />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{group.name}</span>
            {latest && (
              <time className={styles.time} dateTime={latest.created_at}>
                {briefTime(latest.created_at, pageClock.now())}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.said} dir="auto">
              {latest && blocked ? said(latest, userId, personOf, blocked) : membersText(memberCount)}
            </span>
            {unread > 0 && !current && (
              <span className={styles.unread}>
                {unread}
                <span className="visually-hidden"> new</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function said(latest: Message, userId: string, personOf: PersonOf, blocked: ReadonlySet<string>): string {
  const hidden = blocked.has(latest.sender_id);
  const words = messageSnippet(latest, hidden);
  if (hidden) return words;
  const sender = latest.sender_id === userId ? 'You' : personOf(latest.sender_id, { name: latest.sender_name, imageUrl: null }).name;
  return `${sender}: ${words}`;
}
