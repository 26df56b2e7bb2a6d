import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { MOST_DIRECT_FRIENDS } from '../../../schemas/friends/friend-limits.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { checkFriendDetail } from '../../../schemas/friends/friend-rules.ts';
import { profile as profileEntity } from '../../../schemas/profiles/profile.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { friendOfFriendSchema, friendsOf, networkMemberSchema, standings } from './friend-views.ts';

export const friendDetailSchema = z.extend(profileEntity.text, {
  id: uuidSchema,
  user_id: uuidSchema,
  email: z.nullable(z.string()),
  friends_since: timestampSchema,
  total_friends: z.number().check(z.int(), z.nonnegative()),
  friends: z.array(friendOfFriendSchema).check(z.maxLength(MOST_DIRECT_FRIENDS)),
});

/** One way in which a person is within two steps. */
export const relationshipSchema = z.extend(
  z.pick(networkMemberSchema, { relationship_type: true, through_friend_id: true, through_friend_name: true }),
  { can_send_invitation: z.boolean() },
);

/** A direct friend with their own friends, or the code of the refusal. */
export async function friendDetail(reading: Reading, friend: string) {
  const { tx, viewer } = reading;
  const [friendship] = await visibleRows(reading, 'friends', [friendRowId(viewer, friend)]);
  const [profile] = await visibleRows(reading, 'profiles', [friend]);
  const verdict = checkFriendDetail({ areFriends: friendship !== undefined, inNetwork: profile !== undefined && friend !== viewer });
  if (!verdict.allowed || !friendship || !profile) return { shown: false, code: verdict.allowed ? 'NOT_FOUND' : verdict.code } as const;
  const [contact] = await visibleRows(reading, 'contacts', [friend]);
  const friends = await friendsOf(reading, friend);
  const ids = friends.map((row) => row.friend_id);
  const standingOf = await standings(tx, viewer, ids);
  return {
    shown: true,
    detail: {
      ...profileEntity.textOf(profile),
      id: friend,
      user_id: friend,
      email: contact?.email ?? null,
      friends_since: friendship.created_at,
      total_friends: friends.length,
      friends: friends.map(({ friend_id, name, profile_image_url }) => ({
        user_id: friend_id,
        name,
        profile_image_url,
        ...standingOf.get(friend_id),
      })),
    },
  } as const;
}

/** Rows of `get_user_relationship_data`: each way in which the viewer is connected to a member, none if they are not. */
export async function relationshipRows(reading: Reading, member: string) {
  const { tx, viewer } = reading;
  const connections = await tx<{ relationship_type: 'direct' | 'friend_of_friend'; through_friend_id: string | null }[]>`
    select relationship_type, through_friend_id from extended_friends
    where user_id = ${viewer} and friend_id = ${member}
    order by relationship_type, since, through_friend_id
    limit ${MOST_DIRECT_FRIENDS}`;
  const [profile] = await visibleRows(reading, 'profiles', [member]);
  if (!profile) return [];
  const between = connections.flatMap((way) => way.through_friend_id ?? []);
  const through = await visibleRows(reading, 'profiles', between);
  const standing = (await standings(tx, viewer, [member])).get(member);
  return connections.map((way) => ({
    ...way,
    through_friend_name: through.find((person) => person.id === way.through_friend_id)?.name ?? null,
    can_send_invitation: standing?.can_send_invitation === true,
  }));
}
