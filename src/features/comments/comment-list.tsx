import { useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { commentText } from '../../text/comments.ts';
import styles from './comment-list.module.css';
import { CommentRow, type CommentRowProps } from './comment-row.tsx';
import { commentCountText } from './use-comment-summary.ts';

/** An edit of a comment that the server refused. */
export interface RefusedEdit {
  readonly commentId: string;
  readonly text: string;
}

/** As many comments as a tall screen shows. */
const EARLY = 12;

/** The comments of a post under their count; without any, an invitation to write the first, but not to the author. Deleted comments keep their place and are not counted. */
export function CommentList({
  comments,
  postAuthorId,
  personOf,
  marked,
  refusedEdit,
  onChanged,
  onEditing,
  tools,
}: Pick<CommentRowProps, 'postAuthorId' | 'personOf' | 'onChanged' | 'onEditing' | 'tools'> & {
  /** undefined until the comments are known */
  readonly comments: readonly LocalRow<'comments'>[] | undefined;
  /** the comment that the address names */
  readonly marked: string | undefined;
  readonly refusedEdit?: RefusedEdit | undefined;
}) {
  const userId = useOwnId();
  // One that comes later shows sooner as plain text first.
  const [early, setEarly] = useState<ReadonlySet<string>>();
  if (comments && !early) setEarly(new Set(comments.slice(0, EARLY).map(({ id }) => id)));
  const heading =
    comments === undefined
      ? commentText.title
      : comments.length === 0
        ? postAuthorId === userId
          ? commentText.none
          : commentText.first
        : commentCountText(comments.filter((comment) => !comment.is_deleted).length);
  return (
    <section className={styles.section} aria-labelledby="comments-heading">
      <h2 id="comments-heading" className={`small ${styles.heading}`}>
        {heading}
      </h2>
      <ul className="stack gap-5">
        {comments?.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            postAuthorId={postAuthorId}
            personOf={personOf}
            early={early?.has(comment.id) ?? false}
            marked={comment.id === marked}
            onEditing={onEditing}
            tools={tools}
            {...(refusedEdit?.commentId === comment.id ? { refusedText: refusedEdit.text, onChanged } : {})}
          />
        ))}
      </ul>
    </section>
  );
}
