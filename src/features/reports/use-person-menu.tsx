import { Ban, Flag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { OnceOpen, useOwnId } from '../../data/store/local-store.tsx';
import { blockedText } from '../../text/blocking.ts';
import { reportText } from '../../text/reports.ts';
import { openerOf } from '../../ui/overlays/confirm-dialog.tsx';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { BlockQuestion } from '../friends/blocking/block-question.tsx';
import { ReportSheet } from './report-sheet.tsx';
import type { ReportedThing } from './write-report.ts';

export interface PersonMenu {
  /** entries about another member; empty for the signed-in member */
  readonly items: readonly MenuItem[];
  /** the dialog of the chosen entry; null if none is open */
  readonly dialog: ReactNode;
}

/** Entries to report a member's content or profile and to block them, for a menu or a sheet, and the dialog to render beside it. */
export function usePersonMenu({
  person,
  thing,
  onClose,
  onBlocking,
  onBlocked,
}: {
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  readonly thing: ReportedThing;
  /** called when the dialog was answered or closed */
  readonly onClose?: (() => void) | undefined;
  /** called before the block, which removes this person and everything that shows them */
  readonly onBlocking?: (() => void) | undefined;
  readonly onBlocked?: (() => void) | undefined;
}): PersonMenu {
  const own = useOwnId();
  const [asking, setAsking] = useState<'block' | 'report' | null>(null);
  // The chosen menu item disappears with the menu, so focus returns to the button that opened it.
  const opener = useRef<HTMLElement | null>(null);
  const ask = (what: 'block' | 'report') => {
    opener.current = openerOf(document.activeElement);
    setAsking(what);
  };
  const close = () => {
    setAsking(null);
    onClose?.();
  };
  if (person.userId === own) return { items: [], dialog: null };
  return {
    items: [
      { label: reportText.report, icon: <Flag />, onSelect: () => ask('report') },
      { label: blockedText.blockWho(person.name), icon: <Ban />, danger: true, onSelect: () => ask('block') },
    ],
    dialog:
      asking === 'report' ? (
        <OnceOpen>
          <ReportSheet thing={thing} onClose={close} returnTo={opener} />
        </OnceOpen>
      ) : asking === 'block' ? (
        <BlockQuestion person={person} open onOpenChange={(open) => open || close()} onBlocking={onBlocking} onBlocked={onBlocked} />
      ) : null,
  };
}
