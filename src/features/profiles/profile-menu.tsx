import { UserRoundMinus } from 'lucide-react';
import { friendText } from '../../text/friends.ts';
import type { IconButtonProps } from '../../ui/forms/icon-button.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { useUnfriend } from '../friends/use-unfriend.tsx';
import { usePersonMenu } from '../reports/use-person-menu.tsx';

/** More actions beside an open profile or on a friend's page: end the friendship, report, block. */
export function ProfileMenu({
  person,
  isFriend,
  onLeaving,
  onDone,
  ...look
}: Pick<IconButtonProps, 'variant' | 'size'> & {
  readonly label?: string | undefined;
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  readonly isFriend: boolean;
  /** true just before the person disappears, and their views with them; false if they stay after all */
  readonly onLeaving?: ((leaving: boolean) => void) | undefined;
  /** called once the friendship has ended or the person is blocked */
  readonly onDone: () => void;
}) {
  const { userId, name } = person;
  const about = usePersonMenu({
    person,
    thing: { type: 'profile', id: userId },
    onBlocking: () => onLeaving?.(true),
    onBlocked: onDone,
  });
  const unfriend = useUnfriend({ friendId: userId, name, onLeaving, onDone });
  const end: MenuItem = { label: friendText.unfriend, icon: <UserRoundMinus />, onSelect: unfriend.ask };
  return (
    <>
      <Menu {...look} items={isFriend ? [end, ...about.items] : about.items} />
      {unfriend.question}
      {about.dialog}
    </>
  );
}
