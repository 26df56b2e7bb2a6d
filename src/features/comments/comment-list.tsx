import type { LocalRow } from '../../../schemas/local/local-row.ts';
import styles from './comment-list.module.css';
import { CommentRow, type CommentRowProps } from './comment-row.tsx';
import { commentCountText } from './use-comment-count.ts';

/** A change to a comment that came back from the server. */
export interface RefusedEdit {
  readonly commentId: string;
  readonly text: string;
}

/** The comments of a post under their count; deleted ones keep their place and are not counted. */
export function CommentList({
  comments,
  postAuthorId,
  personOf,
  marked,
  refusedEdit,
  onChanged,
  onEditing,
}: Pick<CommentRowProps, 'postAuthorId' | 'personOf' | 'onChanged' | 'onEditing'> & {
  readonly comments: readonly LocalRow<'comments'>[];
  /** the one that the address names */
  readonly marked: string | undefined;
  readonly refusedEdit?: RefusedEdit | undefined;
}) {
  const count = comments.filter((comment) => !comment.is_deleted).length;
  return (
    <section className={styles.section} aria-labelledby="comments-heading">
      <h2 id="comments-heading" className={styles.heading}>
        {commentCountText(count)}
      </h2>
      <ul className={styles.list}>
        {comments.map((comment) => (
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
