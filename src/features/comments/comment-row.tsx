import { type ComponentType, memo, useCallback, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { commentText } from '../../text/comments.ts';
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { WrittenText } from '../../ui/written-text.tsx';
import { PersonAvatar } from '../people/person-button.tsx';
import type { ShownPerson } from '../people/shown-person.ts';
import type { PersonOf } from '../people/use-people.ts';
import { CommentHead, CommentText } from './comment-body.tsx';
import { commentElementId, editDraftKey } from './comment-keys.ts';
import styles from './comment-row.module.css';
import { LiveComment } from './live-comment.tsx';

export interface CommentRowProps {
  readonly comment: LocalRow<'comments'>;
  readonly postAuthorId: string;
  readonly personOf: PersonOf;
  /** whether it is expected on the first screen, so that it is drawn only once */
  readonly early: boolean;
  /** whether the address names this comment */
  readonly marked: boolean;
  /** the text of a change that the server refused, to rewrite */
  readonly refusedText?: string | undefined;
  readonly onChanged?: (() => void) | undefined;
  /** called with the comment that is being edited, so that its draft can be rescued if the post is deleted */
  readonly onEditing: (commentId: string, editing: boolean) => void;
  /** undefined while it is being loaded: the comments show without it */
  readonly tools: CommentTools | undefined;
}

export interface CommentToolProps extends Pick<CommentRowProps, 'comment' | 'postAuthorId' | 'refusedText' | 'onChanged'> {
  readonly author: ShownPerson;
  readonly onEdit: (editing: boolean) => void;
}

/** What a member does with a comment besides reacting. Its code is loaded after that of the row. */
export interface CommentTools {
  readonly CommentMenu: ComponentType<CommentToolProps>;
  readonly CommentEditor: ComponentType<CommentToolProps>;
  readonly RescuedDraft: ComponentType<{ readonly draftKey: string }>;
}

/**
 * One comment, or the place of a deleted one. Far from the screen it is plain text and is not even laid out, since a post may have hundreds
 * of comments. A row that was near once keeps its buttons, so that scrolling never loses the focus.
 */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { comment, postAuthorId, personOf, early, marked, refusedText, onEditing, tools } = props;
  const row = useRef<HTMLLIElement>(null);
  const near = useNearViewport(row, early);
  const [wasNear, setWasNear] = useState(near);
  if (near && !wasNear) setWasNear(true);
  const [editing, setEditing] = useState(false);
  const change = useCallback(
    (now: boolean) => {
      setEditing(now);
      onEditing(comment.id, now);
    },
    [comment.id, onEditing],
  );
  // A refused change opens the editor, each time a new one arrives.
  const [opened, setOpened] = useState<string>();
  if (refusedText !== opened) {
    setOpened(refusedText);
    if (refusedText !== undefined) setEditing(true);
  }

  const author = personOf(comment.author_id, { name: comment.author_name, imageUrl: comment.author_profile_image_url });
  const person = { userId: comment.author_id, ...author, postAuthorId };
  const interactive = wasNear || editing;
  return (
    <li
      ref={row}
      className={styles.comment}
      id={commentElementId(comment.id)}
      tabIndex={-1}
      data-far={near || editing ? undefined : ''}
      data-marked={marked || undefined}
    >
      {comment.is_deleted || !interactive ? (
        <Avatar userId={comment.author_id} name={author.name} imageUrl={author.imageUrl} size={32} />
      ) : (
        <PersonAvatar person={person} size={32} />
      )}
      {comment.is_deleted ? (
        <div className="rest">
          <p className={`small ${styles.deleted}`}>{commentText.deleted}</p>
          {editing && tools && <tools.RescuedDraft draftKey={editDraftKey(comment.id)} />}
        </div>
      ) : interactive ? (
        <LiveComment {...props} author={person} near={near} editing={editing} onEdit={change} />
      ) : (
        <div className="rest">
          <CommentHead comment={comment} name={<bdi className={styles.name}>{author.name}</bdi>} />
          <CommentText comment={comment}>
            <WrittenText text={comment.content} />
          </CommentText>
        </div>
      )}
    </li>
  );
});
