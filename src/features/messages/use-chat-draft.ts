import { useCallback, useMemo } from 'react';
import type { MessageText } from '../../../schemas/messages/group-message.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';
import { keyOfPart, type PhotoDraft } from '../photos/compose/chosen-files.ts';

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
  /** The photos of the new message, or of the edit of this message: a photo belongs to the draft that it was chosen for. */
  readonly photosOf: (edited: string | undefined) => PhotoDraft;
}

/** The draft of one group. It is restored together with its reply target. */
export function useChatDraft(groupId: string): UseChatDraft {
  const form = chatForm(groupId);
  const { value, now, hold, restored, rowId, save, discard, others } = useDraft<ChatDraft>(form);
  const current = value ?? blank;
  // A stable function: all rows of the chat depend on it and must not be rendered again with each letter.
  const change = useCallback(
    (patch: Partial<ChatDraft>) => {
      const next = { ...(now() ?? blank), ...patch };
      if (isBlank(next)) void discard();
      else save(next);
    },
    [now, save, discard],
  );
  const photosOf = useCallback(
    (edited: string | undefined): PhotoDraft => ({
      key: edited === undefined ? form : keyOfPart(form, edited),
      hold,
      change: (by) => {
        const { photos, edit } = now() ?? blank;
        if (edited === undefined) change({ photos: [...by(photos)] });
        else if (edit?.id === edited) change({ edit: { ...edit, photos: [...by(edit.photos)] } });
        return edited === undefined || edit?.id === edited;
      },
    }),
    [form, now, hold, change],
  );
  return useMemo(
    () => ({ value: current, restored, rowId, save: change, photosOf, discard, others }),
    [current, restored, rowId, change, photosOf, discard, others],
  );
}
