import { type Group, storedDescription } from '../../../schemas/groups/group.ts';
import { checkEditGroup } from '../../../schemas/groups/group-rules.ts';
import { allow } from '../../../schemas/protocol/refusal.ts';
import { type Command, scope } from '../../sync/feature.ts';
import { takeGroup } from './group-facts.ts';
import { recordOpenInvitations } from './record-invitations.ts';

export type GroupEdit = Pick<Group, 'id' | 'name' | 'description'>;

/** Changes name and description of a group. Invitations bring the name along, so they are read anew with it. */
export const editGroup: Command<GroupEdit> = async (context, edit) => {
  const { tx, actor } = context;
  const group = await takeGroup(tx, actor, edit.id);
  const verdict = checkEditGroup({ role: group?.role ?? null });
  if (!verdict.allowed) return verdict;
  context.stores();
  const description = storedDescription(edit.description);
  if (group?.name === edit.name && group.description === description) return allow;

  await tx`update groups set name = ${edit.name}, description = ${description}, write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: [scope.group(edit.id)], collection: 'groups', id: edit.id });
  if (group?.name !== edit.name) await recordOpenInvitations(context, { group: edit.id });
  return allow;
};
