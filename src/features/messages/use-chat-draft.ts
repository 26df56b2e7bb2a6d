import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { MessageText } from '../../../schemas/messages/group-message.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';

/** The drafts in a group: a new message, and separately the edit of an existing one. */
export interface ChatDraft {
  readonly text: string;
  readonly photos: MessageText['photos'];
  readonly replyTo: string | null;
  readonly edit: { readonly id: string; readonly text: string; readonly photos: MessageText['photos'] } | null;
}

/** The form of a new message in a group. */
export const chatForm = (groupId: string): string => `message-${groupId}`;

const blank: ChatDraft = { text: '', photos: [], replyTo: null, edit: null };

/** The draft of a new message that was not begun in its form. */
export const newChatDraft = ({ content, photos }: MessageText): ChatDraft => ({ ...blank, text: content, photos });

const isBlank = (draft: ChatDraft): boolean =>
  draft.text === '' && draft.photos.length === 0 && draft.replyTo === null && draft.edit === null;

export interface UseChatDraft extends Pick<Draft<ChatDraft>, 'restored' | 'rowId' | 'discard' | 'others'> {
  readonly value: ChatDraft;
  readonly save: (change: Partial<ChatDraft>) => void;
}

/** The draft of one group. It is restored together with its reply target. */
export function useChatDraft(groupId: string): UseChatDraft {
  const { value, restored, rowId, save, discard, others } = useDraft<ChatDraft>(chatForm(groupId));
  const current = value ?? blank;
  // A stable function: all rows of the chat depend on it and must not be rendered again with each letter.
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const change = useCallback(
    (patch: Partial<ChatDraft>) => {
      const next = { ...latest.current, ...patch };
      if (isBlank(next)) void discard();
      else save(next);
    },
    [save, discard],
  );
  return useMemo(
    () => ({ value: current, restored, rowId, save: change, discard, others }),
    [current, restored, rowId, change, discard, others],
  );
}
