import { Link } from 'react-router-dom';
import { useStore } from '../../data/local-store.tsx';
import { pageClock } from '../../data/page-clock.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { briefTime } from '../messages/day-text.ts';
import { messageSnippet } from '../messages/message-text.tsx';
import { useUnreadMessages } from '../messages/read-position.ts';
import type { Message } from '../messages/use-messages.ts';
import type { PersonOf } from '../profiles/use-people.ts';
import styles from './conversation-row.module.css';
import { membersText } from './group-role.ts';
import type { HeldGroup } from './use-groups.ts';

interface ConversationRowProps {
  readonly held: HeldGroup;
  readonly latest: Message | undefined;
  readonly current: boolean;
  readonly personOf: PersonOf;
  /** undefined: not known yet, so that nothing is quoted */
  readonly blocked: ReadonlySet<string> | undefined;
}

/** One group among others: who said what last and when, and how much of it is new. */
export function ConversationRow({ held, latest, current, personOf, blocked }: ConversationRowProps) {
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
