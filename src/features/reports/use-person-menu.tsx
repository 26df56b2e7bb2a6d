import { Ban, Flag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useStore } from '../../data/local-store.tsx';
import { blockedText } from '../../text/blocking.ts';
import { reportText } from '../../text/reports.ts';
import { openerOf } from '../../ui/confirm-dialog.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { BlockQuestion } from '../friends/block-question.tsx';
import { ReportSheet } from './report-sheet.tsx';
import type { ReportedThing } from './write-report.ts';

export interface PersonMenu {
  /** what can be done about somebody else; nothing about oneself */
  readonly items: readonly MenuItem[];
  /** what was chosen and asks now; null while nothing does */
  readonly dialog: ReactNode;
}

/** Reporting what somebody wrote, or their profile, and blocking them: entries for a menu or a sheet, and the question to draw beside them. */
export function usePersonMenu({
  person,
  thing,
  onClose,
  onBlocking,
  onBlocked,
}: {
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  readonly thing: ReportedThing;
  /** what was asked is answered, or left */
  readonly onClose?: (() => void) | undefined;
  /** they are about to go, and what shows them with it */
  readonly onBlocking?: (() => void) | undefined;
  readonly onBlocked?: (() => void) | undefined;
}): PersonMenu {
  const { userId: own } = useStore();
  const [asking, setAsking] = useState<'block' | 'report' | null>(null);
  // What is chosen in a menu goes with it: its button is what asked.
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
        <ReportSheet thing={thing} onClose={close} returnTo={opener} />
      ) : asking === 'block' ? (
        <BlockQuestion person={person} open onOpenChange={(open) => open || close()} onBlocking={onBlocking} onBlocked={onBlocked} />
      ) : null,
  };
}
