// A bottom sheet on phones and tablets, a dialog of 480 px on wider screens. Back, Escape, the close button, a press beside and a drag close
// it. The focus stays inside and returns to where it came from.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ComponentProps, type CSSProperties, type ReactNode, type RefObject, useRef } from 'react';
import { commonText } from '../../text/common.ts';
import { useKeyboardInset } from '../behaviour/use-keyboard-inset.ts';
import { IconButton } from '../forms/icon-button.tsx';
import { focusBack } from './focus-back.ts';
import styles from './sheet.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useDragToClose } from './use-drag-to-close.ts';

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
  /** whether the last press beside closes a menu: it is gone by the time that the sheet learns of the press */
  const menuWasOpen = useRef(false);
  const close = () => onOpenChange(false);
  useCloseOnBack(open, close);
  const drag = useDragToClose(close);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={styles.scrim}
          onPointerDownCapture={() => {
            menuWasOpen.current = document.querySelector('[data-sheet] [role=menu]') !== null;
          }}
        />
        <SheetContent
          className={styles.sheet}
          data-sheet
          {...(text ? {} : { 'aria-describedby': undefined })}
          // It has no trigger, so only this code knows where the focus must return.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
            // A sheet below keeps the focus until now, so a field that wanted it did not get it.
            const field = event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>('[data-autofocus]');
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          // A message lies above the sheet, and so does a menu in it: closing that must not close the sheet.
          onInteractOutside={(event) => {
            const onMessage = event.target instanceof Element && event.target.closest('[data-toast]');
            if (onMessage || menuWasOpen.current) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(returnTo?.current ?? opener.current);
          }}
        >
          <div className={styles.grip} data-grip {...drag} />
          <div className={`row gap-2 ${styles.head}`} {...drag}>
            <Dialog.Title className={`title ${styles.title}`}>{title}</Dialog.Title>
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
          {children && <div className="stack gap-4">{children}</div>}
          {actions && <div className={`stack gap-3 ${styles.actions}`}>{actions}</div>}
        </SheetContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
