import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { friendRowId, MOST_DIRECT_FRIENDS } from '../../../schemas/friends/friend.ts';
import { checkFriendDetail } from '../../../schemas/friends/friend-rules.ts';
import { profileSchema } from '../../../schemas/profiles/profile.ts';
import type { Tx } from '../../db/transaction.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { friendOfFriendSchema, friendsOf, networkMemberSchema, standings } from './friend-views.ts';

const { name, bio, location, interests, profile_image_url } = profileSchema.shape;
export const friendDetailSchema = z.object({
  id: uuidSchema,
  user_id: uuidSchema,
  name,
  email: z.nullable(z.string()),
  bio,
  location,
  interests,
  profile_image_url,
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
export async function friendDetail(deps: FeatureDeps, tx: Tx, viewer: string, friend: string) {
  const { engine } = deps;
  const [friendship] = await visibleRows(engine, tx, viewer, 'friends', [friendRowId(viewer, friend)]);
  const [profile] = await visibleRows(engine, tx, viewer, 'profiles', [friend]);
  const verdict = checkFriendDetail({ areFriends: friendship !== undefined, inNetwork: profile !== undefined && friend !== viewer });
  if (!verdict.allowed || !friendship || !profile) return { shown: false, code: verdict.allowed ? 'NOT_FOUND' : verdict.code } as const;
  const [contact] = await visibleRows(engine, tx, viewer, 'contacts', [friend]);
  const friends = await friendsOf(deps, tx, viewer, friend);
  const standingOf = await standings(
    tx,
    viewer,
    friends.map((row) => row.friend_id),
  );
  return {
    shown: true,
    detail: {
      id: friend,
      user_id: friend,
      name: profile.name,
      email: contact?.email ?? null,
      bio: profile.bio,
      location: profile.location,
      interests: profile.interests,
      profile_image_url: profile.profile_image_url,
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
export async function relationshipRows({ engine }: FeatureDeps, tx: Tx, viewer: string, member: string) {
  const connections = await tx<{ relationship_type: 'direct' | 'friend_of_friend'; through_friend_id: string | null }[]>`
    select relationship_type, through_friend_id from extended_friends
    where user_id = ${viewer} and friend_id = ${member}
    order by relationship_type, since, through_friend_id
    limit ${MOST_DIRECT_FRIENDS}`;
  const [profile] = await visibleRows(engine, tx, viewer, 'profiles', [member]);
  if (!profile) return [];
  const through = await visibleRows(
    engine,
    tx,
    viewer,
    'profiles',
    connections.flatMap((way) => way.through_friend_id ?? []),
  );
  const standing = (await standings(tx, viewer, [member])).get(member);
  return connections.map((way) => ({
    ...way,
    through_friend_name: through.find((person) => person.id === way.through_friend_id)?.name ?? null,
    can_send_invitation: standing?.can_send_invitation === true,
  }));
}
