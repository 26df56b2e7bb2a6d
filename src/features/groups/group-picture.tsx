import type { Group } from '../../../schemas/groups/group.ts';
import { Avatar, type AvatarSize } from '../../ui/people/avatar.tsx';

/** The picture of a group: the emoji that its owner chose, or the initials of its name. */
export function GroupPicture({ group, size }: { readonly group: Pick<Group, 'id' | 'name' | 'emoji'>; readonly size: AvatarSize }) {
  return <Avatar userId={group.id} name={group.name} emoji={group.emoji} size={size} square />;
}
