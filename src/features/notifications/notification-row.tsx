import {
  Check,
  Heart,
  type LucideIcon,
  MailOpen,
  MessageCircle,
  Newspaper,
  Trash2,
  UserRoundPlus,
  UserRoundX,
  UsersRound,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { NotificationType } from '../../../schemas/notifications/notification.ts';
import { snippet } from '../../../schemas/notifications/snippet.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import styles from './notification-row.module.css';
import type { SentencePart } from './notification-text.ts';
import type { NotificationRow as Row } from './recent.ts';
import { useRelated } from './use-related.ts';

const types: Record<NotificationType, readonly [LucideIcon, string | undefined]> = {
  post_created: [Newspaper, styles.post],
  post_commented: [MessageCircle, styles.comment],
  post_reaction: [Heart, styles.reaction],
  comment_reaction: [Heart, styles.reaction],
  friend_request_sent: [UserRoundPlus, styles.friend],
  friend_request_accepted: [Check, styles.friend],
  friend_request_declined: [UserRoundX, styles.friend],
  group_invitation: [UsersRound, styles.group],
  group_message: [MessageCircle, styles.message],
};

function part({ as, text }: SentencePart, at: number) {
  if (as === 'words') return text;
  if (as === 'name') {
    return (
      <b key={at}>
        <bdi>{text}</bdi>
      </b>
    );
  }
  return (
    <span key={at} className={styles.emoji}>
      {text}
    </span>
  );
}

export interface NotificationRowProps {
  readonly row: Row;
  readonly personOf: PersonOf;
  readonly onRead: (id: string) => void;
  readonly onDelete: (id: string) => void;
}

/** One thing that happened: who, what, of it what may be read now, and when. Pressing it marks it read and leads there. */
export function NotificationRow({ row, personOf, onRead, onDelete }: NotificationRowProps) {
  const { sentence, person, about, target } = useRelated(row, personOf);
  const [Icon, tone] = types[row.notification_type];
  const read = () => {
    if (!row.is_read) onRead(row.id);
  };
  const remove = { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => onDelete(row.id) };
  return (
    <li className={classes(styles.row, !row.is_read && styles.unread)} data-notification={row.id}>
      <span className={styles.lead}>
        <Avatar userId={person.id} name={person.name} imageUrl={person.imageUrl} size={48} />
        <span className={classes(styles.type, tone)}>
          <Icon />
        </span>
      </span>
      <div className={styles.body}>
        <Link
          to={target}
          className={styles.words}
          onClick={read}
          onKeyDown={(event) => event.key === 'Delete' && onDelete(row.id)}
          aria-keyshortcuts="Delete"
        >
          {!row.is_read && <span className="visually-hidden">Unread: </span>}
          <bdi>{sentence.map(part)}</bdi>
        </Link>
        {about === undefined ? (
          // Its line is kept until it is there, so that the rows below do not move.
          <span className={styles.snippet}>&nbsp;</span>
        ) : (
          about && (
            <span className={styles.snippet}>
              <bdi>{snippet(about)}</bdi>
            </span>
          )
        )}
        <RelativeTime iso={row.created_at} className={styles.time} />
      </div>
      <div className={styles.end}>
        {!row.is_read && <span className={styles.dot} aria-hidden="true" />}
        <Menu
          label={`More: ${sentence.map(({ text }) => text).join('')}`}
          items={row.is_read ? [remove] : [{ label: 'Mark as read', icon: <MailOpen />, onSelect: read }, remove]}
        />
      </div>
    </li>
  );
}
