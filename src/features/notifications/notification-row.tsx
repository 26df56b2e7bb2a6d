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
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';
import { snippet } from '../../../schemas/notifications/snippet.ts';
import { commonText } from '../../text/common.ts';
import { notificationsText } from '../../text/notifications.ts';
import { useSwipe } from '../../ui/behaviour/use-swipe.ts';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { FacePile } from '../../ui/people/face-pile.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { isUnread, type NotificationGroup } from './grouped.ts';
import { InvitationAnswer } from './invitation-answer.tsx';
import styles from './notification-row.module.css';
import type { SentencePart } from './notification-text.ts';
import { RemoveFriend } from './remove-friend.tsx';
import { type RelatedRows, useRelated } from './use-related.ts';

const types: Record<NotificationType, readonly [LucideIcon, string | undefined]> = {
  post_created: [Newspaper, styles.post],
  post_commented: [MessageCircle, styles.comment],
  comment_answered: [MessageCircle, styles.comment],
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
  if (as === 'title') {
    return (
      <cite key={at}>
        <bdi>{text}</bdi>
      </cite>
    );
  }
  return (
    <span key={at} className={styles.emoji}>
      {text}
    </span>
  );
}

export interface NotificationRowProps {
  readonly group: NotificationGroup;
  readonly personOf: PersonOf;
  readonly related: RelatedRows;
  readonly onRead: (group: NotificationGroup) => void;
  readonly onDelete: (group: NotificationGroup) => void;
}

/**
 * One event, or all events about one thing: who, what, the text that may be read now, and when. Pressing it marks all of them read and opens
 * the target. A swipe deletes them to one side and marks them read to the other. The menu offers the same.
 */
export function NotificationRow({ group, personOf, related, onRead, onDelete }: NotificationRowProps) {
  const { sentence, people, emoji, answer, invitation, cameByLink, about, target } = useRelated(group, personOf, related);
  const [row] = group.rows;
  const [person] = people;
  const [Icon, tone] = types[row.notification_type];
  const unread = isUnread(group);
  const link = useRef<HTMLAnchorElement>(null);
  const read = () => {
    if (unread) onRead(group);
  };
  const swipe = useSwipe({ start: () => onDelete(group), ...(unread && { end: read }) });
  const remove = { label: commonText.delete, icon: <Trash2 />, danger: true, onSelect: () => onDelete(group) };
  return (
    <li className={classes(styles.row, unread && styles.unread)} data-notification={row.id}>
      <span className={styles.under} aria-hidden="true">
        <span className={styles.marks}>
          <MailOpen />
          {notificationsText.read}
        </span>
        <span className={styles.removes}>
          <Trash2 />
          {commonText.delete}
        </span>
      </span>
      <div className={styles.front} {...swipe}>
        {people.length > 1 ? (
          <span className={classes(styles.lead, styles.shared)} aria-hidden="true">
            {emoji[0] ? <span className={styles.emoji}>{emoji[0]}</span> : <Icon />}
          </span>
        ) : (
          <span className={styles.lead}>
            <Avatar userId={person.id} name={person.name} imageUrl={person.imageUrl} size={48} />
            <span className={classes(styles.type, tone)}>
              <Icon />
            </span>
          </span>
        )}
        <div className={styles.body}>
          {people.length > 1 && (
            <span className={styles.faces}>
              <FacePile people={people} max={5} />
            </span>
          )}
          <Link
            ref={link}
            to={target}
            className={styles.words}
            onClick={read}
            onKeyDown={(event) => event.key === 'Delete' && onDelete(group)}
            aria-keyshortcuts="Delete"
          >
            {unread && <span className="visually-hidden">{notificationsText.unread} </span>}
            <bdi>{sentence.map(part)}</bdi>
          </Link>
          {about === undefined ? (
            // Reserves the line until the text is known, so that the rows below do not move.
            <span className={`cut small ${styles.snippet}`}>&nbsp;</span>
          ) : (
            about && (
              // Its own direction, so that it is cut off at its own end.
              <span className={`cut small ${styles.snippet}`} dir="auto">
                {snippet(about)}
              </span>
            )
          )}
          <RelativeTime iso={row.created_at} className={`meta ${styles.time}`} />
          {cameByLink && <RemoveFriend friendId={person.id} name={person.name} returnTo={link} />}
          {answer && <InvitationAnswer state={answer} invitation={invitation} name={person.name} returnTo={link} />}
        </div>
        <div className={styles.end}>
          {unread && <span className={styles.dot} aria-hidden="true" />}
          <Menu
            label={notificationsText.more(sentence.map(({ text }) => text).join(''))}
            items={unread ? [{ label: notificationsText.markRead, icon: <MailOpen />, onSelect: read }, remove] : [remove]}
          />
        </div>
      </div>
    </li>
  );
}
