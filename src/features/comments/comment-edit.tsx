import { type FormEvent, useEffect, useRef } from 'react';
import type { Comment } from '../../../schemas/comments/comment.ts';
import { COMMENT_CONTENT_MAX } from '../../../schemas/comments/comment-limits.ts';
import { useDraft } from '../../data/drafts/drafts.ts';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { focusEnd } from '../../ui/behaviour/focus-end.ts';
import { Button } from '../../ui/forms/button.tsx';
import { editKeys } from '../../ui/forms/edit-keys.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import styles from './comment-edit.module.css';
import { editDraftKey } from './comment-keys.ts';
import { canSend, isNearLimit, remainingText } from './comment-length.ts';
import type { CommentToolProps } from './comment-row.tsx';
import { editComment } from './write-comment.ts';

/** Edits a comment, and stores its new text. */
export function CommentEditor({ comment, refusedText, onChanged, onEdit }: CommentToolProps) {
  const write = useWrite();
  const save = async (text: string): Promise<boolean> => {
    if (!(await write((store) => editComment(store, comment.id, { content: text }), commentText.updateFailed))) return false;
    onChanged?.();
    notify.said(commentText.updated);
    return true;
  };
  return <CommentEdit comment={comment} refusedText={refusedText} onSave={save} onClose={() => onEdit(false)} />;
}

/** Edits the text of the member's own comment. The typed text is kept as a draft until it is saved. Escape discards it. */
function CommentEdit({
  comment,
  refusedText,
  onSave,
  onClose,
}: {
  readonly comment: Pick<Comment, 'id' | 'content'>;
  /** a refused change, to start with */
  readonly refusedText: string | undefined;
  /** returns whether it was saved */
  readonly onSave: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const draft = useDraft<string>(editDraftKey(comment.id));
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.value ?? refusedText ?? comment.content;
  const ready = canSend(text) && text.trim() !== comment.content;

  const found = draft.value !== undefined;
  useEffect(() => {
    if (found) focusEnd(field.current);
  }, [found]);

  const save = async () => {
    if (!ready || !(await onSave(text))) return;
    onClose();
    await draft.discard();
  };
  const cancel = () => {
    onClose();
    void draft.discard();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={`stack gap-2 ${styles.edit}`} onSubmit={submit}>
      <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
      <textarea
        ref={field}
        className={styles.field}
        value={text}
        maxLength={COMMENT_CONTENT_MAX}
        aria-label={commentText.edit}
        dir="auto"
        onChange={(event) => draft.save(event.target.value)}
        onKeyDown={editKeys({ save: () => void save(), cancel })}
      />
      <div className={`row wrap gap-2 ${styles.actions}`}>
        <span className={`meta ${styles.count}`}>
          {draft.restored && commentText.draftRestored}
          {draft.restored && isNearLimit(text) && ' · '}
          <span className={isNearLimit(text) ? undefined : 'visually-hidden'}>{remainingText(text)}</span>
        </span>
        <Button size="small" variant="soft" onClick={cancel}>
          {commonText.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!ready}>
          {commonText.save}
        </Button>
      </div>
    </form>
  );
}
