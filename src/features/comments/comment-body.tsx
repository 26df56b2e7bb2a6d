import type { ReactNode } from 'react';
import type { Comment } from '../../../schemas/comments/comment.ts';
import { commentText } from '../../text/comments.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './comment-row.module.css';

/** The author and time of a comment, and its actions. */
export function CommentHead({
  comment,
  name,
  children,
}: {
  readonly comment: Pick<Comment, 'created_at'>;
  readonly name: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      {name}
      <RelativeTime iso={comment.created_at} className={styles.time} />
      {children}
    </div>
  );
}

/** The text of a comment. */
export function CommentText({
  comment,
  dimmed,
  children,
}: {
  readonly comment: Pick<Comment, 'edited_at'>;
  readonly dimmed?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <p className={styles.text} dir="auto" data-dimmed={dimmed || undefined}>
      {children}
      {comment.edited_at && <span className={styles.edited}> {commentText.edited}</span>}
    </p>
  );
}
