import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { COMMENT_CONTENT_MAX } from '../../../schemas/comments/comment.ts';
import { Button } from '../../ui/button.tsx';
import styles from './comment-edit.module.css';
import { canSend, remainingText } from './comment-length.ts';

/** The text of one's own comment, to change. Escape leaves it as it was. */
export function CommentEdit({
  initial,
  content,
  onSave,
  onCancel,
}: {
  /** what the field begins with: the text that stands, or one that was refused */
  readonly initial: string;
  /** the text that stands */
  readonly content: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = canSend(text) && text.trim() !== content;

  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onSave(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && ready) onSave(text);
  };
  return (
    <form className={styles.edit} onSubmit={submit}>
      <textarea
        ref={field}
        className={styles.field}
        value={text}
        maxLength={COMMENT_CONTENT_MAX}
        aria-label="Edit comment"
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <span className={styles.count}>{remainingText(text)}</span>
        <Button size="small" variant="soft" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!ready}>
          Save
        </Button>
      </div>
    </form>
  );
}
