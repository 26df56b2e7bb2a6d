import { UserRoundMinus } from 'lucide-react';
import { friendText } from '../../text/friends.ts';
import { profileText } from '../../text/profiles.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useUnfriend } from '../friends/use-unfriend.tsx';
import { closePerson } from '../people/shown-person.ts';
import { usePersonMenu } from '../reports/use-person-menu.tsx';

/** More actions in an open profile: end the friendship, report, block. */
export function ProfileMenu({
  person,
  isFriend,
}: {
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  readonly isFriend: boolean;
}) {
  const { userId, name } = person;
  const about = usePersonMenu({ person, thing: { type: 'profile', id: userId }, onBlocked: closePerson });
  const unfriend = useUnfriend({ friendId: userId, name, onDone: closePerson });
  const end: MenuItem = { label: friendText.unfriend, icon: <UserRoundMinus />, onSelect: unfriend.ask };
  return (
    <>
      <Menu label={profileText.more(name)} variant="soft" size="small" items={isFriend ? [end, ...about.items] : about.items} />
      {unfriend.question}
      {about.dialog}
    </>
  );
}
