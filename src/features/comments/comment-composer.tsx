import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useDraft } from '../../data/drafts.ts';
import { commentText } from '../../text/comments.ts';
import { Composer } from '../../ui/composer.tsx';
import { useKeyboardInset } from '../../ui/use-keyboard-inset.ts';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import styles from './comment-composer.module.css';
import { canSend, isNearLimit, isTooLong, remainingText } from './comment-length.ts';
import { addComment } from './write-comment.ts';

const TOUCH = '(max-width: 768px)';
/** The key code of some browsers for a key that is part of composing a word, including the Enter that ends it. */
const COMPOSING_KEY = 229;

export const commentDraftKey = (postId: string): string => `comment-${postId}`;

/**
 * The comment field at the end of the post. The typed text is kept as a draft of this post. Enter sends, except on touch screens, where
 * Enter is the only way to start a new line.
 */
export function CommentComposer({
  postId,
  refusedText,
  onSent,
  above,
}: {
  readonly postId: string;
  /** the text of a comment that the server refused, to rewrite */
  readonly refusedText?: string | undefined;
  readonly onSent: (commentId: string) => void;
  /** floats over the page, right above the field */
  readonly above?: ReactNode;
}) {
  const write = useWrite();
  const draft = useDraft<string>(commentDraftKey(postId));
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useRef(false);
  const inset = useKeyboardInset();
  const text = draft.value ?? '';
  const ready = canSend(text);

  const { save } = draft;
  const found = draft.value !== undefined;
  const typed = useRef(text);
  useEffect(() => {
    typed.current = text;
  }, [text]);
  useEffect(() => {
    if (refusedText === undefined || !found) return;
    // Text that was already in the field stays, below the refused text.
    const other = typed.current.trim();
    save(other === '' || other === refusedText ? refusedText : `${refusedText}\n\n${other}`);
    field.current?.focus();
  }, [refusedText, found, save]);

  const send = async () => {
    if (!ready || sending.current) return;
    sending.current = true;
    const id = draft.rowId;
    if (await write((store) => addComment(store, postId, text, id), commentText.createFailed)) {
      // Text typed while this comment was being stored belongs to the next comment.
      if (field.current === null || field.current.value === text) await draft.discard();
      onSent(id);
    }
    sending.current = false;
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // In some scripts Enter also ends the composition of a word. That Enter must not send.
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY;
    if (event.key !== 'Enter' || event.shiftKey || composing || window.matchMedia(TOUCH).matches) return;
    event.preventDefault();
    void send();
  };

  return (
    <Composer
      className={styles.place}
      style={inset > 0 ? { insetBlockEnd: inset } : undefined}
      above={
        <>
          {above}
          <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
        </>
      }
      field={field}
      label={commentText.write}
      placeholder={commentText.write}
      text={text}
      onText={draft.save}
      onKeyDown={onKeyDown}
      submit={{ label: commentText.send, icon: <ArrowUp />, disabled: !ready }}
      onSubmit={() => void send()}
      count={text ? remainingText(text) : undefined}
      countQuiet={!isNearLimit(text)}
      over={isTooLong(text)}
      onDiscard={text && draft.restored ? () => void draft.discard() : undefined}
    />
  );
}
