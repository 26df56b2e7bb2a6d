import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { recordUnacceptedInvitations } from '../groups/record-invitations.ts';

/** Records the actor's profile for its readers. With `withCarriers` it also records the rows that carry its name and image to others. */
export async function recordProfile(context: CommandContext, { withCarriers }: { readonly withCarriers: boolean }): Promise<void> {
  const { actor } = context;
  context.record({ scopes: [scope.network(actor.userId)], collection: 'profiles', id: actor.userId });
  if (withCarriers) await recordRowsWithName(context);
}

/** The rows are locked: this waits for one that is being answered or left. Otherwise the log would bring it back. */
async function recordRowsWithName(context: CommandContext): Promise<void> {
  const { tx, actor } = context;
  const invitations = await tx<{ id: string; inviter_id: string; receiver_user_id: string | null }[]>`
    select id, inviter_id, receiver_user_id from friend_invitations
    where status = 'pending' and (inviter_id = ${actor.userId} or (receiver_user_id = ${actor.userId} and invited_by_id))
    order by id for share`;
  for (const row of invitations) {
    const other = row.inviter_id === actor.userId ? row.receiver_user_id : row.inviter_id;
    if (other !== null) context.record({ scopes: [scope.self(other)], collection: 'invitations', id: row.id });
  }
  await recordUnacceptedInvitations(context, { member: actor.userId });
  const groups = await tx<{ group_id: string }[]>`
    select group_id from group_members where user_id = ${actor.userId} order by group_id for share`;
  for (const { group_id } of groups) {
    context.record({ scopes: [scope.group(group_id)], collection: 'group_members', id: groupMemberId(group_id, actor.userId) });
  }
}
