// Actions for this device's data, whether or not the app can open it: save unsent work as a text, and clear the data.

import { type ReactNode, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { isMarkOfRead } from '../../../schemas/profiles/mark-of-read.ts';
import { keepTyped } from '../../data/drafts/keep-typed.ts';
import { clearStore, isBlocked } from '../../data/rescue/carried-writes.ts';
import { type FoundPending, readPending } from '../../data/rescue/read-pending.ts';
import { pageClock } from '../../data/store/page-clock.ts';
import { keptText, lostWithStoreText, savedText, storeText } from '../../text/store.ts';
import { downloadText } from '../../ui/behaviour/download.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Note, type NoteKind } from '../../ui/states/note.tsx';
import { notReadTexts, pendingText } from './pending-text.ts';

export interface StoreRescue {
  /** the running action */
  readonly busy: 'saving' | 'looking' | 'clearing' | null;
  readonly save: () => void;
  /** Asks first. */
  readonly clear: () => void;
  /** the result, and the question before clearing: render it near the buttons */
  readonly rest: ReactNode;
}

function fileName(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `kith-not-sent-${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}.txt`;
}

/** Says what is kept and what is lost. */
function ClearText({ found }: { readonly found: FoundPending }) {
  const { refused, notRead } = found;
  const pending = found.pending.filter(({ collection, row }) => !isMarkOfRead(collection, row));
  // Drafts without text are no loss and are not mentioned.
  const written = pendingText({ ...found, pending: [], refused: [] }, { at: 0, by: '' }).count;
  return (
    <>
      <p>{storeText.clearWhat}</p>
      {(notRead.length === 0 || pending.length + refused.length + written > 0) && (
        <p>{keptText({ pending: pending.length, refused: refused.length, drafts: written })}</p>
      )}
      {notRead.length > 0 && <p>{`${notReadTexts(notRead).join(' ')} ${lostWithStoreText}`}</p>}
    </>
  );
}

export function useStoreRescue(user: SessionUser): StoreRescue {
  const [busy, setBusy] = useState<StoreRescue['busy']>(null);
  const [note, setNote] = useState<{ readonly kind: NoteKind; readonly text: string } | null>(null);
  const [asked, setAsked] = useState<FoundPending | null>(null);

  /** Runs one action at a time. Its message stays until the next action. */
  const begin = async (what: NonNullable<StoreRescue['busy']>, work: () => Promise<void>, failed: string) => {
    if (busy) return;
    setBusy(what);
    setNote(null);
    try {
      await work();
    } catch (error) {
      console.warn(failed, error);
      setAsked(null);
      setNote({ kind: 'danger', text: failed });
    }
    setBusy(null);
  };

  const save = async () => {
    // Text typed a moment ago is a draft as well.
    await keepTyped();
    const found = await readPending(user.id);
    const now = new Date(pageClock.now());
    const { count, text } = pendingText(found, { at: now.getTime(), by: `${user.name} (${user.email})` });
    const notRead = notReadTexts(found.notRead);
    if (count > 0) downloadText(fileName(now), text);
    const said = count > 0 ? savedText(count, fileName(now)) : storeText.nothingToSave;
    setNote({ kind: notRead.length > 0 ? 'warning' : count > 0 ? 'success' : 'info', text: [said, ...notRead].join(' ') });
  };

  const look = async () => {
    await keepTyped();
    const found = await readPending(user.id);
    // Data that another window holds can be read, and cleared, only after that window has released it.
    if (isBlocked(found)) setNote({ kind: 'warning', text: storeText.clearHeld });
    else setAsked(found);
  };

  const clear = async () => {
    const cleared = await clearStore(user.id);
    if (cleared !== 'held') {
      location.reload();
      // The question stays open and busy: closing it would go back in history, which ends a reload that has not been answered.
      return new Promise<void>(() => {});
    }
    setAsked(null);
    setNote({ kind: 'warning', text: storeText.clearHeld });
  };

  return {
    busy,
    save: () => void begin('saving', save, storeText.saveFailed),
    clear: () => void begin('looking', look, storeText.clearFailed),
    rest: (
      <>
        {note && <Note kind={note.kind}>{note.text}</Note>}
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => open || busy === 'clearing' || setAsked(null)}
          title={storeText.clearTitle}
          text={asked && <ClearText found={asked} />}
          confirmLabel={busy === 'clearing' ? storeText.clearing : storeText.clear}
          danger
          busy={busy === 'clearing'}
          onConfirm={() => void begin('clearing', clear, storeText.clearFailed)}
        />
      </>
    ),
  };
}
