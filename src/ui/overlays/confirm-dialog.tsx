import { AlertDialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { commonText } from '../../text/common.ts';
import { Button } from '../forms/button.tsx';
import styles from './confirm-dialog.module.css';
import { focusBack } from './focus-back.ts';
import sheet from './sheet.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useDragToClose } from './use-drag-to-close.ts';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  /** the confirmed action is under way, and the dialog stays open */
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  /** where the focus goes on closing, if the dialog takes the place of a sheet */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
}

/** The element that opened the dialog. A menu disappears with its items, so the button of the menu counts. */
export function openerOf(focused: Element | null): HTMLElement | null {
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/** Asks before an action that cannot be undone. Cancel has the focus first, and the opener gets it back afterwards. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, text, confirmLabel, cancelLabel = commonText.cancel, danger, busy, onConfirm, returnTo } = props;
  const opener = useRef<HTMLElement | null>(null);
  const close = () => onOpenChange(false);
  useCloseOnBack(open, close);
  const drag = useDragToClose(close);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={sheet.scrim} />
        <AlertDialog.Content
          className={sheet.sheet}
          data-sheet
          // It has no trigger, so only this code knows where the focus must return.
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(returnTo?.current ?? opener.current);
          }}
        >
          <div className={sheet.grip} data-grip {...drag} />
          <AlertDialog.Title className={`${sheet.title} ${sheet.draggable}`} {...drag}>
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className={sheet.text}>{text}</div>
          </AlertDialog.Description>
          <div className={`stack gap-3 ${styles.actions}`}>
            <Button variant={danger ? 'danger-fill' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
            <AlertDialog.Cancel asChild>
              <Button variant="soft">{cancelLabel}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
