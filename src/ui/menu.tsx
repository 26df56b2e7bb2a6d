// A button with more to do: opens by click or keys, arrow keys move, Escape closes and gives the focus back.
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  /** an element such as `<Pencil />` */
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly onSelect: () => void;
}

/** Opens beside its button in the document as well, so that it lies in the same landmark. */
export function Menu({ label = 'More', items }: { readonly label?: string | undefined; readonly items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label} icon={<Ellipsis />} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4} collisionPadding={12}>
        {items.map((item) => (
          <DropdownMenu.Item
            key={item.label}
            className={styles.item}
            data-danger={item.danger || undefined}
            onSelect={() => item.onSelect()}
          >
            {item.icon}
            {item.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
