import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { friendSchema } from '../../../schemas/friends/friend.ts';
import { MOST_DIRECT_FRIENDS, NETWORK_MAX } from '../../../schemas/friends/friend-limits.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { canSendInvitation, standingOf } from '../../../schemas/friends/standing.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Reading } from '../../rest/reading.ts';
import { UNKNOWN_NAME, visiblePeople, visibleRows } from '../../rest/visible-rows.ts';

/** A direct friend as REST shows them. */
export const friendViewSchema = z.extend(friendSchema, {
  friend_name: z.string(),
  name: z.string(),
  profile_image_url: z.nullable(z.string()),
  relationship_type: z.literal('direct'),
  visibility_level: z.literal(1),
  /** always null; for a friend of a friend in the network it names the friend between */
  through_friend_id: z.null(),
});
export type FriendView = z.infer<typeof friendViewSchema>;

/**
 * The friends of a member, as far as the viewer may read the friend rows: the viewer's own, and those of their friends. Newest first.
 * Leaves out everybody who blocks the viewer or whom the viewer blocks.
 */
export async function friendsOf(reading: Reading, member: string): Promise<FriendView[]> {
  const { tx, viewer } = reading;
  const friendIds = await tx<{ friend_id: string }[]>`
    select friend_id from friends
    where user_id = ${member} and not blocked_between(${viewer}, friend_id)
    order by created_at desc, friend_id
    limit ${MOST_DIRECT_FRIENDS}`;
  const rowIds = friendIds.map((row) => friendRowId(member, row.friend_id));
  const rows = await visibleRows(reading, 'friends', rowIds);
  const ids = rows.map((row) => row.friend_id);
  const people = await visiblePeople(reading, ids);
  return rows.map((row) => {
    const person = people.get(row.friend_id);
    const name = person?.name ?? UNKNOWN_NAME;
    return {
      ...row,
      friend_name: name,
      name,
      profile_image_url: person?.profile_image_url ?? null,
      relationship_type: 'direct',
      visibility_level: 1,
      through_friend_id: null,
    };
  });
}

/** A person within two steps. */
export const networkMemberSchema = z.object({
  user_id: uuidSchema,
  name: z.string(),
  profile_image_url: z.nullable(z.string()),
  relationship_type: z.enum(['direct', 'friend_of_friend']),
  visibility_level: z.literal([1, 2]),
  is_direct_friend: z.boolean(),
  through_friend_id: z.nullable(uuidSchema),
  through_friend_name: z.nullable(z.string()),
});
export type NetworkMember = z.infer<typeof networkMemberSchema>;

/**
 * The viewer's network: each person once, a direct friendship before any other way. A person whose profile the viewer cannot read is left
 * out.
 */
export async function networkOf(reading: Reading): Promise<NetworkMember[]> {
  const { tx, viewer } = reading;
  const rows = await tx<{ friend_id: string; relationship_type: 'direct' | 'friend_of_friend'; through_friend_id: string | null }[]>`
    select friend_id, relationship_type, through_friend_id
    from (
      select distinct on (friend_id) friend_id, relationship_type, through_friend_id
      from extended_friends
      where user_id = ${viewer}
      order by friend_id, relationship_type, since, through_friend_id
    ) nearest
    order by relationship_type, friend_id
    limit ${NETWORK_MAX}`;
  const ids = rows.map((row) => row.friend_id);
  const people = await visiblePeople(reading, ids);
  return rows
    .flatMap((row) => {
      const person = people.get(row.friend_id);
      if (!person) return [];
      const direct = row.relationship_type === 'direct';
      return [
        {
          user_id: person.id,
          name: person.name,
          profile_image_url: person.profile_image_url,
          relationship_type: row.relationship_type,
          visibility_level: direct ? (1 as const) : (2 as const),
          is_direct_friend: direct,
          through_friend_id: row.through_friend_id,
          through_friend_name: row.through_friend_id === null ? null : (people.get(row.through_friend_id)?.name ?? UNKNOWN_NAME),
        },
      ];
    })
    .sort((a, b) => a.visibility_level - b.visibility_level || a.name.localeCompare(b.name));
}

/**
 * How the viewer stands to each of these members, as far as the viewer knows. Whether an invitation to an address is theirs is not known.
 */
export async function standings(tx: Tx, viewer: string, members: readonly string[]): Promise<Map<string, StandingView>> {
  const rows = await tx<{ member: string; friends: boolean; sent: string | null; received: string | null }[]>`
    select m.member,
      exists (select from friends f where f.user_id = ${viewer} and f.friend_id = m.member) as friends,
      (select i.id from friend_invitations i
        where i.inviter_id = ${viewer} and i.receiver_user_id = m.member and i.invited_by_id and i.status = 'pending' limit 1) as sent,
      (select i.id from friend_invitations i
        where i.inviter_id = m.member and i.receiver_user_id = ${viewer} and i.status = 'pending' limit 1) as received
    from unnest(${[...members]}::uuid[]) as m (member)`;
  return new Map(
    rows.map((row) => {
      const standing = standingOf({
        isSelf: row.member === viewer,
        alreadyFriends: row.friends,
        alreadySent: row.sent !== null,
        alreadyReceived: row.received !== null,
      });
      return [
        row.member,
        {
          is_self: standing === 'you',
          is_friend: standing === 'friends',
          invitation_id: row.sent,
          can_send_invitation: canSendInvitation(standing),
        },
      ];
    }),
  );
}

const standingViewSchema = z.object({
  is_self: z.boolean(),
  is_friend: z.boolean(),
  invitation_id: z.nullable(uuidSchema),
  can_send_invitation: z.boolean(),
});
export type StandingView = z.infer<typeof standingViewSchema>;

/** A friend of a friend, and how the viewer stands to them. */
export const friendOfFriendSchema = z.extend(
  z.object({ user_id: uuidSchema, name: z.string(), profile_image_url: z.nullable(z.string()) }),
  standingViewSchema.shape,
);
