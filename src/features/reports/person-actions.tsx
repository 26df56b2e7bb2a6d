import { Menu } from '../../ui/overlays/menu.tsx';
import { usePersonMenu } from './use-person-menu.tsx';

/** The menu beside another member's content. Shows nothing beside the signed-in member's own content. */
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
