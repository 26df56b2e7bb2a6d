import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import { roleNames } from '../../text/groups.ts';
import { Chip } from '../../ui/forms/chip.tsx';

/** The role of an owner or an admin. A plain member has none: a badge on everybody says nothing. */
export function RoleBadge({ role }: { readonly role: GroupRole }) {
  if (role === 'member') return null;
  return <Chip tone={role === 'owner' ? 'owner' : 'role'}>{roleNames[role]}</Chip>;
}
