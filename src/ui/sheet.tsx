// A bottom sheet on phones and tablets, a dialog of 480 px on wider screens. Escape and the close button close it. The focus stays inside
// and returns to where it came from.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ComponentProps, type CSSProperties, type ReactNode, type RefObject, useRef } from 'react';
import { commonText } from '../text/common.ts';
import { focusHeading } from './focus-heading.ts';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';
import { useKeyboardInset } from './use-keyboard-inset.ts';

/** What the opener of a sheet controls. */
export interface SheetControl {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** where the focus goes on closing, if the element that had it disappears on opening */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
}

export interface SheetProps extends SheetControl {
  readonly title: string;
  /** a sentence under the title, read out with it */
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** further actions, beside the close button */
  readonly menu?: ReactNode;
  /** buttons; the main one comes first on phones */
  readonly actions?: ReactNode;
}

/** Stays above the keyboard, so that the button that sends is visible while the member types. Only an open sheet measures the keyboard. */
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
          // It has no trigger, so only this code knows where the focus must return.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          }}
          // A message lies above the sheet: closing it must not close the sheet.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const back = returnTo?.current ?? opener.current;
            // The opener may have disappeared meanwhile, such as a link that is shown only for a moment.
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
