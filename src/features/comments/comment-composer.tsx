import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useDraft } from '../../data/drafts.ts';
import { useStore } from '../../data/local-store.tsx';
import { messages } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify } from '../../ui/toast.ts';
import styles from './comment-composer.module.css';
import { canSend, isTooLong, remainingText } from './comment-length.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { addComment } from './write-comment.ts';

const TOUCH = '(max-width: 768px)';

/**
 * The comment field at the end of the post. What is typed is kept as a draft of this post; Enter sends, except where the
 * keyboard is on the screen and Enter is the only way to a new line.
 */
export function CommentComposer({
  postId,
  refusedText,
  onSent,
}: {
  readonly postId: string;
  /** the text of a comment that the server refused, to write anew */
  readonly refusedText?: string | undefined;
  readonly onSent: () => void;
}) {
  const store = useStore();
  const draft = useDraft<string>(`comment-${postId}`);
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useRef(false);
  const countId = useId();
  const inset = useKeyboardInset();
  const text = draft.value ?? '';
  const ready = canSend(text);

  const { save } = draft;
  useEffect(() => {
    if (refusedText === undefined) return;
    save(refusedText);
    field.current?.focus();
  }, [refusedText, save]);

  const send = async () => {
    if (!ready || sending.current) return;
    sending.current = true;
    try {
      const verdict = await addComment(store, { userId: store.userId }, postId, text);
      if (!verdict.allowed) {
        notify.error(refusalText[verdict.code]);
        return;
      }
      // What was typed while this one was stored is the next comment.
      if (field.current === null || field.current.value === text) await draft.discard();
      onSent();
    } catch {
      notify.error(messages.COMMENT_CREATE_FAILED);
    } finally {
      sending.current = false;
    }
    field.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also ends the composition of a word in some scripts; that is not a wish to send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || window.matchMedia(TOUCH).matches) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={styles.composer} onSubmit={submit} style={inset > 0 ? { insetBlockEnd: inset } : undefined}>
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          value={text}
          placeholder="Write a comment"
          aria-label="Write a comment"
          aria-describedby={text ? countId : undefined}
          aria-invalid={isTooLong(text) || undefined}
          dir="auto"
          onChange={(event) => draft.save(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Send" type="submit" icon={<ArrowUp />} variant="accent" disabled={!ready} />
      </div>
      {text && (
        <p id={countId} className={styles.count} data-over={isTooLong(text) || undefined}>
          {remainingText(text)}
          {draft.restored && (
            <>
              {' · Draft restored – '}
              <button type="button" className={styles.discard} onClick={() => void draft.discard()}>
                Discard
              </button>
            </>
          )}
        </p>
      )}
    </form>
  );
}
