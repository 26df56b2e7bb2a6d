// A bottom sheet on the phone and the tablet, a dialog of 480 px above. Escape and the close button close it, the focus stays
// inside and goes back to where it came from.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ComponentProps, type CSSProperties, type ReactNode, type RefObject, useRef } from 'react';
import { commonText } from '../text/common.ts';
import { focusHeading } from './focus-heading.ts';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';
import { useKeyboardInset } from './use-keyboard-inset.ts';

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** a sentence under the title, read out with it */
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** what else can be done, beside the button that closes it */
  readonly menu?: ReactNode;
  /** buttons; the one that does it comes first on the phone */
  readonly actions?: ReactNode;
  /** where the focus goes when it closes, if what had it before goes with the opening */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
}

/** Stands above the keyboard, so that what sends is in sight while one types. Only what is open asks where that is. */
function SheetContent(props: ComponentProps<typeof Dialog.Content>) {
  const inset = useKeyboardInset();
  return <Dialog.Content {...props} style={inset > 0 ? ({ '--keyboard': `${inset}px` } as CSSProperties) : undefined} />;
}

export function Sheet({ open, onOpenChange, title, text, children, menu, actions, returnTo }: SheetProps) {
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <SheetContent
          className={styles.sheet}
          data-sheet
          {...(text ? {} : { 'aria-describedby': undefined })}
          // No trigger of its own opens it, so nobody else knows where to go back to.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          }}
          // A message lies above the sheet: to close it is not to leave the sheet.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const back = returnTo?.current ?? opener.current;
            // What opened it may be gone meanwhile: words that stand for a moment are a link as well.
            if (back?.isConnected) back.focus();
            else focusHeading();
          }}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {menu}
            <Dialog.Close asChild>
              <IconButton label={commonText.close} icon={<X />} variant="soft" size="small" />
            </Dialog.Close>
          </div>
          {text && (
            <Dialog.Description asChild>
              <div className={styles.text}>{text}</div>
            </Dialog.Description>
          )}
          {children && <div className={styles.body}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </SheetContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
