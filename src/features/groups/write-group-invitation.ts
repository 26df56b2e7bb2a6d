/** Sends, answers and takes back group invitations, in the local store only. */
import { v7 as uuid } from 'uuid';
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkCancelGroupInvitation, checkInviteToGroup, checkRespondToGroup } from '../../../schemas/groups/group-invitation-rules.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change, insert, type NewRow, remove } from '../../data/store/local-write.ts';
import { readOwnRole } from '../../data/store/own-role.ts';
import { readOwnPerson } from '../people/own-person.ts';

/** Invites a direct friend. The server notifies them. */
export async function inviteToGroup(store: LocalStore, groupId: string, friendId: string, id = uuid()): Promise<Verdict> {
  const { groups, group_members, friends, invitations, profiles } = store.collections;
  const [group, role, member, friend, waiting, own, profile] = await Promise.all([
    groups.findOne(groupId).exec(),
    readOwnRole(store, groupId),
    group_members.findOne(groupMemberId(groupId, friendId)).exec(),
    friends.find({ selector: { user_id: store.userId, friend_id: friendId } }).exec(),
    invitations.find({ selector: { kind: 'group', receiver_user_id: friendId } }).exec(),
    readOwnPerson(store),
    profiles.findOne(friendId).exec(),
  ]);
  const verdict = checkInviteToGroup(store, {
    invitedAs: 'member',
    role,
    inviterId: store.userId,
    alreadyMember: member !== null || friendId === store.userId,
    alreadyInvited: waiting.some((one) => one.group_id === groupId && one.status !== 'accepted'),
    isFriend: friend.length > 0,
    openToThem: waiting.filter((one) => one.inviter_id === store.userId && one.status === 'pending').length,
  });
  if (!verdict.allowed) return verdict;
  if (!group) return refuse('GROUP_NOT_FOUND');
  const invitation: NewRow<'invitations'> = {
    id,
    kind: 'group',
    inviter_id: store.userId,
    inviter_name: own.name,
    inviter_email: null,
    inviter_profile_image_url: own.imageUrl,
    invited_email: null,
    receiver_user_id: friendId,
    receiver_name: profile?.name ?? null,
    receiver_profile_image_url: profile?.profile_image_url ?? null,
    group_id: groupId,
    group_name: group.name,
    status: 'pending',
    seat: null,
    waits_for_seat: false,
  };
  await insert(store, 'invitations', invitation);
  return verdict;
}

/** Accepts or declines a group invitation that the signed-in member received. */
export async function respondToGroupInvitation(store: LocalStore, id: string, answer: 'accepted' | 'declined'): Promise<Verdict> {
  const invitation = await store.collections.invitations.findOne(id).exec();
  const verdict = checkRespondToGroup({
    received: invitation?.receiver_user_id === store.userId,
    status: invitation?.status ?? 'pending',
  });
  if (verdict.allowed) await change(store, 'invitations', id, { status: answer });
  return verdict;
}

/** Takes back a group invitation: the member's own, or as owner of the group anybody's. */
export async function cancelGroupInvitation(store: LocalStore, id: string): Promise<Verdict> {
  const invitation = await store.collections.invitations.findOne(id).exec();
  if (!invitation?.group_id) return refuse('INVITATION_NOT_FOUND');
  const verdict = checkCancelGroupInvitation({
    role: await readOwnRole(store, invitation.group_id),
    sent: invitation.inviter_id === store.userId,
    status: invitation.status,
  });
  if (verdict.allowed) await remove(store, 'invitations', id);
  return verdict;
}
