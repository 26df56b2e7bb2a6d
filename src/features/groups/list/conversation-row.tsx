import { Link } from 'react-router-dom';
import { useStore } from '../../../data/store/local-store.tsx';
import { groupText, membersText } from '../../../text/groups.ts';
import { briefTime } from '../../../text/times.ts';
import { useToday } from '../../../ui/behaviour/use-clock.ts';
import { messageSnippet } from '../../messages/message-text.tsx';
import { useUnreadMessages } from '../../messages/read-position.ts';
import type { Message } from '../../messages/use-messages.ts';
import { PendingLine, usePendingMark } from '../../outbox/pending-line.tsx';
import { firstName } from '../../people/first-name.ts';
import type { PersonOf } from '../../people/use-people.ts';
import { GroupPicture } from '../group-picture.tsx';
import { MuteMark } from '../mute/mute-mark.tsx';
import { RoleBadge } from '../role-badge.tsx';
import type { MemberGroup } from '../use-groups.ts';
import styles from './conversation-row.module.css';

interface ConversationRowProps {
  readonly entry: MemberGroup;
  /** null if there are no messages, undefined until that is known */
  readonly latest: Message | null | undefined;
  readonly current: boolean;
  /** on its own page, not in a column beside a conversation */
  readonly wide?: boolean | undefined;
  readonly personOf: PersonOf;
  /** undefined until it is known; then no message is quoted */
  readonly blocked: ReadonlySet<string> | undefined;
}

/** One group in the list: the last message with sender and time, the unread count, the member's role, and a description. */
export function ConversationRow({ entry, latest, current, wide, personOf, blocked }: ConversationRowProps) {
  const { userId } = useStore();
  const { group, role, joinedAt, memberCount } = entry;
  const unread = useUnreadMessages(group.id, joinedAt);
  const pending = usePendingMark(group);
  const today = useToday();
  const isNew = unread > 0 && !current;
  return (
    <li>
      <Link
        to={`/groups/${group.id}`}
        className={`row gap-3 ${styles.row}`}
        data-wide={wide || undefined}
        data-unread={isNew || undefined}
        aria-current={current ? 'page' : undefined}
      >
        <GroupPicture group={group} size={wide ? 56 : 48} />
        <span className={`rest ${styles.words}`}>
          <span className={styles.line}>
            <span className={`rest cut ${styles.name}`}>{group.name}</span>
            <span className={styles.mark}>
              <MuteMark groupId={group.id} />
            </span>
            {latest && (
              <time className={`meta ${styles.time}`} dateTime={latest.created_at}>
                {briefTime(latest.created_at, today)}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={`rest cut small ${styles.said}`} dir="auto">
              {pending ? (
                <PendingLine short changed={group.scope !== 0} />
              ) : latest === null ? (
                groupText.noMessages
              ) : (
                latest && blocked && lastMessageText(latest, userId, personOf, blocked)
              )}
            </span>
            {isNew && (
              <span className={styles.unread}>
                {unread}
                <span className="visually-hidden"> {groupText.newMessages}</span>
              </span>
            )}
          </span>
          <span className={`row gap-2 meta ${styles.about}`}>
            <RoleBadge role={role} />
            <span className="rest clamp" dir="auto">
              {groupText.membersAndDescription(membersText(memberCount), group.description)}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}

function lastMessageText(latest: Message, userId: string, personOf: PersonOf, blocked: ReadonlySet<string>): string {
  const hidden = blocked.has(latest.sender_id);
  const words = messageSnippet(latest, hidden);
  if (hidden) return words;
  if (latest.sender_id === userId) return groupText.yours(words);
  return `${firstName(personOf(latest.sender_id, { name: latest.sender_name, imageUrl: null }).name)}: ${words}`;
}
