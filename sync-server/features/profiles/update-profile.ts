import { groupMemberId } from '../../../schemas/groups/group.ts';
import type { Profile } from '../../../schemas/profiles/profile.ts';
import { checkUpdateProfile } from '../../../schemas/profiles/profile-rules.ts';
import { allow } from '../../../schemas/protocol/refusal.ts';
import { type Command, type CommandContext, scope } from '../../sync/feature.ts';
import { recordOpenInvitations } from '../groups/record-invitations.ts';

type Changeable = Pick<Profile, 'name' | 'bio' | 'location' | 'interests'>;
export type ProfileUpdate = Pick<Profile, 'id'> & { readonly [Field in keyof Changeable]?: Changeable[Field] | undefined };

/** Changes one's own profile; what is not named stays. A new name also reaches the rows that bring it along to others. */
export const updateProfile: Command<ProfileUpdate> = async (context, update) => {
  const { tx, actor } = context;
  const verdict = checkUpdateProfile(actor, update);
  if (!verdict.allowed) return verdict;
  const [before] = await tx<Profile[]>`select name, bio, location, interests from profiles where id = ${actor.userId} for no key update`;
  if (!before) return allow;
  const after = {
    name: update.name ?? before.name,
    bio: update.bio ?? before.bio,
    location: update.location ?? before.location,
    interests: update.interests ?? before.interests,
  };
  await tx`
    update profiles set name = ${after.name}, bio = ${after.bio}, location = ${after.location}, interests = ${after.interests}::text[],
      write_id = ${context.writeId}
    where id = ${actor.userId}`;
  context.record({ scopes: [scope.network(actor.userId)], collection: 'profiles', id: actor.userId });
  if (after.name !== before.name) await touchRowsThatBringTheName(context);
  return allow;
};

/** The rows are held meanwhile: one that is being answered or left is waited for, or the log would bring it back. */
async function touchRowsThatBringTheName(context: CommandContext): Promise<void> {
  const { tx, actor } = context;
  const invitations = await tx<{ id: string; inviter_id: string; receiver_user_id: string | null }[]>`
    select id, inviter_id, receiver_user_id from friend_invitations
    where status = 'pending' and (inviter_id = ${actor.userId} or (receiver_user_id = ${actor.userId} and invited_by_id))
    order by id for share`;
  for (const row of invitations) {
    const other = row.inviter_id === actor.userId ? row.receiver_user_id : row.inviter_id;
    if (other !== null) context.record({ scopes: [scope.self(other)], collection: 'invitations', id: row.id });
  }
  await recordOpenInvitations(context, { member: actor.userId });
  const groups = await tx<{ group_id: string }[]>`
    select group_id from group_members where user_id = ${actor.userId} order by group_id for share`;
  for (const { group_id } of groups) {
    context.record({ scopes: [scope.group(group_id)], collection: 'group_members', id: groupMemberId(group_id, actor.userId) });
  }
}
