import { Check, Heart, type LucideIcon, MessageCircle, Newspaper, UserRoundPlus, UserRoundX, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import type { NotificationType } from '../../../schemas/notifications/notification.ts';
import { useLiveDocument, useStore } from '../../data/local-store.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import { markRead } from './mark-read.ts';
import styles from './notification-row.module.css';
import { notificationTarget, notificationText, type SentencePart, snippet } from './notification-text.ts';

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

function part({ as, text }: SentencePart) {
  if (as === 'words') return text;
  return as === 'name' ? (
    <b key={as}>{text}</b>
  ) : (
    <span key={as} className={styles.emoji}>
      {text}
    </span>
  );
}

/** One thing that happened: who, what, of it what may be read now, and when. Pressing it marks it read and leads there. */
export function NotificationRow({ row, personOf }: { readonly row: LocalRow<'notifications'>; readonly personOf: PersonOf }) {
  const store = useStore();
  const [Icon, tone] = types[row.notification_type];
  const post = useLiveDocument('posts', row.related_post_id).row;
  const comment = useLiveDocument('comments', row.related_comment_id).row;
  const group = useLiveDocument('groups', row.related_group_id).row;
  const invitation = useLiveDocument('invitations', row.related_invitation_id).row;
  const userId = row.related_user_id ?? '';
  const { name, imageUrl } = personOf(userId, { name: row.related_user_name, imageUrl: row.related_user_profile_image_url });
  const text = notificationText(row, { groupName: group?.name ?? invitation?.group_name ?? undefined });
  // A comment is shown before the post that it stands under; one that was deleted has nothing to show.
  const about = row.related_comment_id ? (comment?.is_deleted ? undefined : comment?.content) : post?.content;
  return (
    <li className={classes(styles.row, !row.is_read && styles.unread)}>
      <span className={styles.lead}>
        <Avatar userId={userId} name={name} imageUrl={imageUrl} size={48} />
        <span className={classes(styles.type, tone)}>
          <Icon />
        </span>
      </span>
      <div className={styles.body}>
        <Link to={notificationTarget(row)} className={styles.words} onClick={() => void markRead(store, row.id)}>
          {!row.is_read && <span className="visually-hidden">Unread: </span>}
          <b>{name}</b> {text.map(part)}
        </Link>
        {about && <span className={styles.snippet}>{snippet(about)}</span>}
        <RelativeTime iso={row.created_at} className={styles.time} />
      </div>
      {!row.is_read && <span className={styles.dot} aria-hidden="true" />}
    </li>
  );
}
