import { Menu } from '../../ui/menu.tsx';
import { usePersonMenu } from './use-person-menu.tsx';

/** The menu beside something that somebody else wrote; nothing beside what is one's own. */
export function PersonActions(props: Parameters<typeof usePersonMenu>[0]) {
  const { items, dialog } = usePersonMenu(props);
  if (items.length === 0) return null;
  return (
    <>
      <Menu items={items} />
      {dialog}
    </>
  );
}
