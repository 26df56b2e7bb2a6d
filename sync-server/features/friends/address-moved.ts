import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { attachInvitations } from './invitations/attach-invitations.ts';

/**
 * Handles the change of a member's address. Friends store the address as a contact, and people whom the member invited see it on the
 * invitation. Invitations that wait for the new address are the member's now. Call it after the change, in the same transaction.
 */
export async function addressMoved(context: CommandContext, userId: string, email: string): Promise<void> {
  context.record({ scopes: [scope.friends(userId)], collection: 'contacts', id: userId });
  // Locked, so that this waits for an invitation that is being answered. Otherwise the log would bring it back.
  const invitations = await context.tx<{ id: string; receiver_user_id: string }[]>`
    select id, receiver_user_id from friend_invitations
    where status = 'pending' and inviter_id = ${userId} and receiver_user_id is not null
    order by id for share`;
  const self = scope.self(userId);
  for (const row of invitations)
    context.record({ scopes: [self, scope.self(row.receiver_user_id)], collection: 'invitations', id: row.id });
  await attachInvitations(context, userId, email);
}
