import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import type { CommandContext } from '../../sync/command.ts';
import { circleOf } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { refreshSeats } from './seats.ts';

/** Makes two members friends. They must be locked, and their seats counted. */
export async function befriend(context: CommandContext, one: string, other: string): Promise<void> {
  const { tx } = context;
  await tx`
    insert into friends (user_id, friend_id, created_at, write_id)
    select pair.user_id, pair.friend_id, at, ${context.writeId}::uuid
    from accepted_at() as at,
      (values (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)) as pair (user_id, friend_id)
    on conflict do nothing`;
  context.record({ scopes: [scope.friends(one)], collection: 'friends', id: friendRowId(one, other) });
  context.record({ scopes: [scope.friends(other)], collection: 'friends', id: friendRowId(other, one) });
  context.membersMoved(await circleOf(tx, one, other));
  await refreshSeats(context, [one, other]);
}
