// A button with more to do: opens by click or keys, arrow keys move, Escape and Back close and return the focus.
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { IconButton, type IconButtonProps } from '../forms/icon-button.tsx';
import styles from './menu.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

export interface MenuItem {
  readonly label: string;
  /** an element such as `<Pencil />` */
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly onSelect: () => void;
}

/**
 * The element that the menu is put into: the sheet of its button, because nothing outside an open sheet can be reached, or else a landmark.
 */
const layerOf = (button: HTMLElement | null): HTMLElement =>
  button?.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? document.getElementById('main') ?? document.body;

/**
 * The press that opens the menu never chooses an item, wherever it ends. An item is chosen by a press that began in the menu, or by a key.
 */
export function Menu({
  label = commonText.more,
  items,
  ...look
}: Pick<IconButtonProps, 'variant' | 'size'> & { readonly label?: string | undefined; readonly items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [layer, setLayer] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  const pressed = useRef(false);
  const onOpenChange = (opens: boolean) => {
    pressed.current = false;
    if (opens) setLayer(layerOf(button.current));
    setOpen(opens);
  };
  useCloseOnBack(open, () => setOpen(false));
  const ignoreOpeningPress = (event: PointerEvent | MouseEvent) => {
    // Keys and screen readers click without a press: the `detail` of such a click is 0.
    if (!pressed.current && (event.type !== 'click' || event.detail > 0)) event.preventDefault();
  };
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <IconButton {...look} ref={button} label={label} icon={<Ellipsis />} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layer}>
        <DropdownMenu.Content
          className={styles.menu}
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onPointerDownCapture={() => {
            pressed.current = true;
          }}
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              className={`row gap-3 ${styles.item}`}
              data-danger={item.danger || undefined}
              onPointerUp={ignoreOpeningPress}
              onClick={ignoreOpeningPress}
              onSelect={() => item.onSelect()}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
