import { allow } from '../../../schemas/base/refusal.ts';
import { type Group, storedDescription } from '../../../schemas/groups/group.ts';
import { checkEditGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { lockGroupExclusively } from './group-facts.ts';
import { recordUnacceptedInvitations } from './record-invitations.ts';

export interface GroupEdit extends Pick<Group, 'id' | 'name' | 'description'> {
  /** undefined keeps the present emoji */
  readonly emoji?: string | null | undefined;
}

/** Changes the name, description and emoji of a group. Invitations carry the name, so a new name is recorded for them too. */
export const editGroup: Command<GroupEdit> = async (context, edit) => {
  const { tx, actor } = context;
  const group = await lockGroupExclusively(tx, actor, edit.id);
  const verdict = checkEditGroup({ role: group?.role ?? null });
  if (!verdict.allowed) return verdict;
  context.stores();
  const description = storedDescription(edit.description);
  const emoji = edit.emoji === undefined ? (group?.emoji ?? null) : edit.emoji;
  if (group?.name === edit.name && group.description === description && group.emoji === emoji) return allow;

  await tx`
    update groups set name = ${edit.name}, description = ${description}, emoji = ${emoji}, write_id = ${context.writeId}
    where id = ${edit.id}`;
  context.record({ scopes: [scope.group(edit.id)], collection: 'groups', id: edit.id });
  if (group?.name !== edit.name) await recordUnacceptedInvitations(context, { group: edit.id });
  return allow;
};
