import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { COMMENT_CONTENT_MAX, type Comment } from '../../../schemas/comments/comment.ts';
import { useDraft } from '../../data/drafts.ts';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import styles from './comment-edit.module.css';
import { canSend, isNearLimit, remainingText } from './comment-length.ts';

export const editDraftKey = (commentId: string): string => `comment-edit-${commentId}`;

/** Edits the text of the member's own comment. The typed text is kept as a draft until it is saved. Escape discards it. */
export function CommentEdit({
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
    if (!found) return;
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
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
  const onKeyDown = (event: KeyboardEvent) => {
    // In some scripts Escape also cancels the composition of a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') cancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };
  return (
    <form className={styles.edit} onSubmit={submit}>
      <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
      <textarea
        ref={field}
        className={styles.field}
        value={text}
        maxLength={COMMENT_CONTENT_MAX}
        aria-label={commentText.edit}
        dir="auto"
        onChange={(event) => draft.save(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <span className={styles.count}>
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
