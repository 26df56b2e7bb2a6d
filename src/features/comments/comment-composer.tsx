import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useDraft } from '../../data/drafts/drafts.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { commentText } from '../../text/comments.ts';
import { useKeyboardInset } from '../../ui/behaviour/use-keyboard-inset.ts';
import { Composer } from '../../ui/forms/composer.tsx';
import { useSendInTurn } from '../../ui/forms/use-send-in-turn.ts';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { commentDraftKey, composerLook, composerPlace } from './comment-field.tsx';
import { canSend, isNearLimit, isTooLong, remainingText } from './comment-length.ts';
import { addComment } from './write-comment.ts';

const TOUCH = '(max-width: 768px)';
/** The key code of some browsers for a key that is part of composing a word, including the Enter that ends it. */
const COMPOSING_KEY = 229;

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

  const send = useSendInTurn(text, async () => {
    if (!ready) return;
    let id = draft.rowId;
    const add = async (store: LocalStore) => {
      const added = await addComment(store, postId, { content: text }, id);
      if (added.allowed) ({ id } = added);
      return added;
    };
    if (await write(add, commentText.createFailed)) {
      // Text typed while this comment was being stored belongs to the next comment.
      if (field.current === null || field.current.value === text) void draft.discard();
      onSent(id);
    }
    field.current?.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // In some scripts Enter also ends the composition of a word. That Enter must not send.
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY;
    if (event.key !== 'Enter' || event.shiftKey || composing || window.matchMedia(TOUCH).matches) return;
    event.preventDefault();
    send();
  };

  return (
    <Composer
      className={composerPlace}
      style={inset > 0 ? { insetBlockEnd: inset } : undefined}
      above={
        <>
          {above}
          <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
        </>
      }
      field={field}
      {...composerLook}
      text={text}
      onText={draft.save}
      onKeyDown={onKeyDown}
      submit={{ ...composerLook.submit, disabled: !ready }}
      onSubmit={send}
      count={text ? remainingText(text) : undefined}
      countQuiet={!isNearLimit(text)}
      over={isTooLong(text)}
      onDiscard={text && draft.restored ? () => void draft.discard() : undefined}
    />
  );
}
