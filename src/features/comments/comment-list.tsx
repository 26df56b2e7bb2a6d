import type { LocalRow } from '../../../workers/device/local-row.ts';
import { commentText } from '../../text/comments.ts';
import styles from './comment-list.module.css';
import { CommentRow, type CommentRowProps } from './comment-row.tsx';
import { commentCountText } from './use-comment-summary.ts';

/** An edit of a comment that the server refused. */
export interface RefusedEdit {
  readonly commentId: string;
  readonly text: string;
}

/** The comments of a post under their count, or an invitation to write the first. Deleted comments keep their place and are not counted. */
export function CommentList({
  comments,
  postAuthorId,
  personOf,
  marked,
  refusedEdit,
  onChanged,
  onEditing,
}: Pick<CommentRowProps, 'postAuthorId' | 'personOf' | 'onChanged' | 'onEditing'> & {
  /** undefined until the comments are known */
  readonly comments: readonly LocalRow<'comments'>[] | undefined;
  /** the comment that the address names */
  readonly marked: string | undefined;
  readonly refusedEdit?: RefusedEdit | undefined;
}) {
  const heading =
    comments === undefined
      ? commentText.title
      : comments.length === 0
        ? commentText.first
        : commentCountText(comments.filter((comment) => !comment.is_deleted).length);
  return (
    <section className={styles.section} aria-labelledby="comments-heading">
      <h2 id="comments-heading" className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.list}>
        {comments?.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            postAuthorId={postAuthorId}
            personOf={personOf}
            marked={comment.id === marked}
            onEditing={onEditing}
            {...(refusedEdit?.commentId === comment.id ? { refusedText: refusedEdit.text, onChanged } : {})}
          />
        ))}
      </ul>
    </section>
  );
}
