/**
 * Whether the inviter of a pending invitation has a free seat. Its receiver reads that in the invitation, and nobody else does.
 *
 * Guarantees: (1) each act that makes or ends a friendship updates the invitations of both members in its own transaction; (2) a receiver
 * who asked for it is notified each time a seat becomes free, and receives a mail if they do not see that.
 */
import type { CommandContext } from '../../sync/command.ts';
import type { Engine } from '../../sync/engine.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { notify } from '../notifications/notify.ts';
import { withdrawForInvitation } from '../notifications/withdraw-notifications.ts';

/** Updates the pending invitations that these members sent, after their friendships changed. The members must be locked. */
export async function refreshSeats(context: CommandContext, members: readonly string[]): Promise<void> {
  const { tx, limits } = context;
  const changed = await tx<
    { id: string; inviter_id: string; receiver_user_id: string | null; seat_taken: boolean; waits_for_seat: boolean }[]
  >`
    with tables as (
      select m.id, (select count(*) from friends f where f.user_id = m.id) >= ${limits.maxDirectFriends} as taken
      from unnest(${[...members]}::uuid[]) as m (id)
    ), stale as (
      select i.id, t.taken
      from friend_invitations i join tables t on t.id = i.inviter_id
      where i.status = 'pending' and i.seat_taken <> t.taken
      order by i.id for update of i
    )
    update friend_invitations i set seat_taken = stale.taken from stale where i.id = stale.id
    returning i.id, i.inviter_id, i.receiver_user_id, i.seat_taken, i.waits_for_seat`;
  for (const { id, inviter_id, receiver_user_id: receiver, seat_taken, waits_for_seat } of changed) {
    if (!receiver) continue;
    context.record({ scopes: [scope.self(receiver)], collection: 'invitations', id });
    if (!seat_taken && waits_for_seat) await notifyOfSeat(context, { id, inviter_id, receiver });
  }
}

/** Notifies the receiver of an invitation that they can accept it now, in place of the notification that they had of it. */
export async function notifyOfSeat(
  context: CommandContext,
  { id, inviter_id, receiver }: { readonly id: string; readonly inviter_id: string; readonly receiver: string },
): Promise<void> {
  const { tx } = context;
  await withdrawForInvitation(context, id, receiver);
  const [notice] = await notify(context, { type: 'friend_request_sent', recipients: [receiver], by: inviter_id, invitation_id: id });
  const [people] = await tx<{ email: string; name: string }[]>`
    select u.email, p.name from users u, profiles p where u.id = ${receiver} and p.id = ${inviter_id}`;
  if (!people) return;
  // They asked for it, so it reaches them also if they have switched such notifications off.
  await context.mail({
    to: people.email,
    template: 'seat-free',
    data: { inviterName: people.name },
    about: inviter_id,
    ...(notice && { unlessRead: notice.id }),
  });
}

const BATCH = 100;

/** Updates all invitations after the number of seats of this server changed. */
export async function refreshAllSeats(engine: Pick<Engine, 'system'>): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    await engine.system(async (context) => {
      const { tx, limits } = context;
      const stale = await tx<{ inviter_id: string }[]>`
        select distinct i.inviter_id from friend_invitations i
        where i.status = 'pending'
          and i.seat_taken <> ((select count(*) from friends f where f.user_id = i.inviter_id) >= ${limits.maxDirectFriends})
        limit ${BATCH}`;
      found = stale.length;
      const members = stale.map((row) => row.inviter_id);
      await lockMembers(tx, ...members);
      await refreshSeats(context, members);
    });
  }
}
