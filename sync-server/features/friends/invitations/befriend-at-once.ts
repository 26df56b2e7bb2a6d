import type { CommandContext } from '../../../sync/command.ts';
import { areBlocked, areFriends, lockMembers, nameOf } from '../../../sync/member-locks.ts';
import { takeId } from '../../../sync/push/used-ids.ts';
import { scope } from '../../../sync/scope-name.ts';
import { notify } from '../../notifications/notify.ts';
import { withdrawForInvitation } from '../../notifications/withdraw-notifications.ts';
import { befriend } from '../befriend.ts';

/**
 * Makes the actor a friend of this member, who has said yes beforehand. What was pending between the two is settled. The member is notified
 * at once, and receives a mail if they do not see that. False, and nothing is written, where the two are friends or one, where one of them
 * blocks the other, and where one of them has no free seat.
 */
export async function befriendAtOnce(context: CommandContext, member: string): Promise<boolean> {
  const { tx, actor, limits } = context;
  await lockMembers(tx, actor.userId, member);
  if (actor.userId === member || (await areFriends(tx, actor.userId, member)) || (await areBlocked(tx, actor.userId, member))) return false;
  const [seats] = await tx<{ taken: number; email: string }[]>`
    select (
      select coalesce(max(t.count), 0)::int from (
        select count(*) from friends where user_id in (${actor.userId}, ${member}) group by user_id
      ) t
    ) as taken, u.email
    from users u where u.id = ${member}`;
  if (!seats || seats.taken >= limits.maxDirectFriends) return false;

  const id = context.newId();
  if (!(await takeId(context, id))) return false;
  const both = [scope.self(actor.userId), scope.self(member)];
  const settled = await tx<{ id: string }[]>`
    update friend_invitations set status = 'accepted', answered_at = accepted_at(), write_id = ${context.writeId}
    where status = 'pending' and (
      (inviter_id = ${actor.userId} and receiver_user_id = ${member}) or (inviter_id = ${member} and receiver_user_id = ${actor.userId})
    )
    returning id`;
  for (const { id } of settled) {
    context.record({ scopes: both, collection: 'invitations', id });
    await withdrawForInvitation(context, id);
  }
  // A row like that of a request that was accepted: it says who came to whom, and ends with the friendship.
  await tx`
    insert into friend_invitations (id, inviter_id, receiver_user_id, invited_by_id, status, created_at, answered_at, write_id)
    values (${id}, ${actor.userId}, ${member}, true, 'accepted', accepted_at(), accepted_at(), ${context.writeId})`;
  context.record({ scopes: both, collection: 'invitations', id });
  await befriend(context, actor.userId, member);
  const [notice] = await notify(context, { type: 'friend_request_accepted', recipients: [member], by: actor.userId, invitation_id: id });
  const name = await nameOf(context);
  await context.mail({ to: seats.email, template: 'friend-by-link', data: { name }, ...(notice && { unlessRead: notice.id }) });
  return true;
}
