import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { attachInvitations } from './attach-invitations.ts';

/**
 * A member has another address: friends hold it as their contact, and whom they have invited sees it beside the invitation. What waits
 * for the new address is theirs now. To be called after the change, in its transaction.
 */
export async function addressMoved(context: CommandContext, userId: string, email: string): Promise<void> {
  context.record({ scopes: [scope.friends(userId)], collection: 'contacts', id: userId });
  // Held meanwhile: one that is being answered is waited for, or the log would bring it back.
  const invitations = await context.tx<{ id: string; receiver_user_id: string }[]>`
    select id, receiver_user_id from friend_invitations
    where status = 'pending' and inviter_id = ${userId} and receiver_user_id is not null
    order by id for share`;
  const self = scope.self(userId);
  for (const row of invitations)
    context.record({ scopes: [self, scope.self(row.receiver_user_id)], collection: 'invitations', id: row.id });
  await attachInvitations(context, userId, email);
}
