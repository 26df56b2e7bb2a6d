// What can be done with what this device holds, whether the app can open it or not: save what was not sent as a text, and clear.

import { type ReactNode, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { type FoundUnsent, readUnsent } from '../../data/bare-store.ts';
import { clearStore, isHeld } from '../../data/carried-writes.ts';
import { keepTyped } from '../../data/keep-typed.ts';
import { pageClock } from '../../data/page-clock.ts';
import { keptText, lostText, savedText, storeText } from '../../text/store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note, type NoteKind } from '../../ui/note.tsx';
import { notReadTexts, unsentText } from './unsent-text.ts';

export interface StoreRescue {
  /** what is under way */
  readonly busy: 'saving' | 'looking' | 'clearing' | null;
  readonly save: () => void;
  /** Asks first. */
  readonly clear: () => void;
  /** what came of it, and the question before clearing: to be put near the buttons */
  readonly rest: ReactNode;
}

/** Gives the browser a file to keep. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileName(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `kith-not-sent-${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}.txt`;
}

/** What is kept, and what is lost, in sentences. */
function ClearText({ found }: { readonly found: FoundUnsent }) {
  const { pending, refused, notRead } = found;
  // Drafts of which nothing is text are no loss, and none to be told of.
  const written = unsentText({ ...found, pending: [], refused: [] }, { at: 0, by: '' }).count;
  return (
    <>
      <p>{storeText.clearWhat}</p>
      {(notRead.length === 0 || pending.length + refused.length + written > 0) && (
        <p>{keptText({ pending: pending.length, refused: refused.length, drafts: written })}</p>
      )}
      {notRead.length > 0 && <p>{`${notReadTexts(notRead).join(' ')} ${lostText}`}</p>}
    </>
  );
}

export function useStoreRescue(user: SessionUser): StoreRescue {
  const [busy, setBusy] = useState<StoreRescue['busy']>(null);
  const [note, setNote] = useState<{ readonly kind: NoteKind; readonly text: string } | null>(null);
  const [asked, setAsked] = useState<FoundUnsent | null>(null);

  /** One thing at a time; what it says stays until the next. */
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
    // What was typed a moment ago is a draft as well.
    await keepTyped();
    const found = await readUnsent(user.id);
    const now = new Date(pageClock.now());
    const { count, text } = unsentText(found, { at: now.getTime(), by: `${user.name} (${user.email})` });
    const notRead = notReadTexts(found.notRead);
    if (count > 0) download(fileName(now), text);
    const said = count > 0 ? savedText(count, fileName(now)) : storeText.nothingToSave;
    setNote({ kind: notRead.length > 0 ? 'warning' : count > 0 ? 'success' : 'info', text: [said, ...notRead].join(' ') });
  };

  const look = async () => {
    await keepTyped();
    const found = await readUnsent(user.id);
    // What is held can be read once it is let go of, and only then be removed.
    if (isHeld(found)) setNote({ kind: 'warning', text: storeText.clearHeld });
    else setAsked(found);
  };

  const clear = async () => {
    const cleared = await clearStore(user.id);
    setAsked(null);
    if (cleared === 'held') setNote({ kind: 'warning', text: storeText.clearHeld });
    else location.reload();
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
