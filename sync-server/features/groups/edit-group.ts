import type { SomeOf } from '../../../schemas/base/entity.ts';
import { allow } from '../../../schemas/base/refusal.ts';
import { type GroupText, group as groupEntity } from '../../../schemas/groups/group.ts';
import { checkEditGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { lockGroupExclusively } from './group-facts.ts';
import { recordUnacceptedInvitations } from './record-invitations.ts';

export type GroupEdit = SomeOf<GroupText> & { readonly id: string };

/** Changes the text of a group; a field that is not named stays. Invitations carry the name, so a new name is recorded for them too. */
export const editGroup: Command<GroupEdit> = async (context, edit) => {
  const { tx, actor } = context;
  const group = await lockGroupExclusively(tx, actor, edit.id);
  const verdict = checkEditGroup({ role: group?.role ?? null });
  if (!verdict.allowed || group === null) return verdict;
  context.stores();
  const text = groupEntity.textAfter(group, edit);
  if (groupEntity.sameText(text, group)) return allow;

  await tx`update groups set ${tx(text)}, write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: [scope.group(edit.id)], collection: 'groups', id: edit.id });
  if (text.name !== group.name) await recordUnacceptedInvitations(context, { group: edit.id });
  return allow;
};
