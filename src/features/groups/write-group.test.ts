import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { blankGroup } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../tests/support/local-store.ts';
import { createGroup, deleteGroup, editGroup, leaveGroup, newGroupId, removeMember, setRole } from './write-group.ts';
import { cancelGroupInvitation, inviteToGroup, respondToGroupInvitation } from './write-group-invitation.ts';

const ana = randomUUID();
const ben = randomUUID();
const cleo = randomUUID();
const at = '2026-01-01T00:00:00.000Z';
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['groups', 'group_members', 'invitations', 'friends', 'profiles'])
  .extend('friendship', { auto: true }, ({ store }) =>
    store.storeRow('friends', { id: `${ana}|${ben}`, user_id: ana, friend_id: ben, created_at: at }),
  );

async function groupWith(store: TestStore, role: GroupRole, others: Readonly<Record<string, GroupRole>> = {}): Promise<string> {
  const id = randomUUID();
  await store.storeRow('groups', { id, name: 'Sunday table', description: null, emoji: null, founder_id: cleo, created_at: at });
  for (const [user_id, held] of Object.entries({ [ana]: role, ...others })) {
    await store.storeRow('group_members', {
      id: groupMemberId(id, user_id),
      group_id: id,
      user_id,
      user_name: 'Somebody',
      user_profile_image_url: null,
      role: held,
      joined_at: at,
    });
  }
  return id;
}
const invitations = (store: TestStore) => store.collections.invitations.find().exec();

test('a group is founded once, with trimmed text, and is written before its invitations', async ({ store }) => {
  const id = newGroupId();
  const text = { ...blankGroup, name: '  House by the lake ', description: '  ' };
  expect((await createGroup(store, id, text, [ben])).allowed).toBe(true);
  expect((await createGroup(store, id, text, [ben])).allowed).toBe(true);
  const group = (await store.collections.groups.findOne(id).exec())?.toJSON();
  expect(group).toMatchObject({ name: 'House by the lake', description: null, founder_id: ana, pending: 1 });
  const [invitation, ...more] = await invitations(store);
  expect(more).toEqual([]);
  expect(invitation).toMatchObject({
    kind: 'group',
    group_id: id,
    group_name: 'House by the lake',
    receiver_user_id: ben,
    status: 'pending',
  });
  // Writes are sent in the order of their ids.
  expect((invitation?.write_id ?? '') > (group?.write_id ?? '')).toBe(true);
});

test('a group needs a name of a valid length', async ({ store }) => {
  for (const name of [' ', 'x'.repeat(301)])
    expect(await createGroup(store, newGroupId(), { ...blankGroup, name }, [])).toEqual(refuse('INVALID'));
});

test('the founder acts as owner before the server has made them a member', async ({ store }) => {
  const id = newGroupId();
  await createGroup(store, id, { ...blankGroup, name: 'New' }, []);
  expect((await inviteToGroup(store, id, ben)).allowed).toBe(true);
  expect((await editGroup(store, id, { ...blankGroup, name: 'Newer', description: 'Words' })).allowed).toBe(true);
});

test('a group has no emoji until one is chosen, and an invalid emoji is refused', async ({ store }) => {
  const id = newGroupId();
  const text = { ...blankGroup, name: 'Walks' };
  const emojiNow = async () => (await store.collections.groups.findOne(id).exec())?.emoji;
  await createGroup(store, id, text, []);
  expect(await emojiNow()).toBeNull();
  expect((await editGroup(store, id, { ...text, emoji: '🥾' })).allowed).toBe(true);
  expect(await emojiNow()).toBe('🥾');
  expect(await editGroup(store, id, { ...text, emoji: 'walks' })).toEqual(refuse('INVALID'));
  expect((await editGroup(store, id, { ...text, emoji: null })).allowed).toBe(true);
  expect(await emojiNow()).toBeNull();
});

test('an edit that changes nothing is not written', async ({ store }) => {
  const id = await groupWith(store, 'owner');
  const row = async () => (await store.collections.groups.findOne(id).exec())?.toJSON();
  expect((await editGroup(store, id, { ...blankGroup, name: ' Sunday table', description: ' ' })).allowed).toBe(true);
  expect(await row()).toMatchObject({ pending: 0 });
  expect((await editGroup(store, id, { ...blankGroup, name: 'Sunday table', description: ' By the lake ' })).allowed).toBe(true);
  expect(await row()).toMatchObject({ description: 'By the lake', pending: 1 });
});

test('owner and admins invite only friends who are neither members nor invited already', async ({ store }) => {
  const group = await groupWith(store, 'admin');
  expect(await inviteToGroup(store, group, cleo)).toEqual(refuse('USER_NOT_FOUND'));
  expect(await inviteToGroup(store, group, ana)).toEqual(refuse('ALREADY_IN_GROUP'));
  expect((await inviteToGroup(store, group, ben)).allowed).toBe(true);
  expect(await inviteToGroup(store, group, ben)).toEqual(refuse('ALREADY_INVITED_TO_GROUP'));
  expect(await inviteToGroup(store, await groupWith(store, 'member'), ben)).toEqual(refuse('NOT_ALLOWED'));
});

test('an invitation is answered by its recipient and taken back by its sender', async ({ store }) => {
  const group = await groupWith(store, 'admin');
  await inviteToGroup(store, group, ben);
  const [sent] = await invitations(store);
  if (!sent) throw new Error('it was sent');
  expect(await respondToGroupInvitation(store, sent.id, 'accepted')).toEqual(refuse('INVITATION_NOT_FOUND'));
  const received = randomUUID();
  await store.storeRow('invitations', { ...sent.toJSON(), id: received, inviter_id: ben, receiver_user_id: ana, group_id: randomUUID() });
  expect((await respondToGroupInvitation(store, received, 'declined')).allowed).toBe(true);
  expect(await respondToGroupInvitation(store, received, 'accepted')).toEqual(refuse('INVITATION_ANSWERED'));
  expect((await cancelGroupInvitation(store, sent.id)).allowed).toBe(true);
  expect(await store.collections.invitations.findOne(sent.id).exec()).toBeNull();
});

test('the owner can delete but not leave; a member can leave but not delete', async ({ store }) => {
  const own = await groupWith(store, 'owner');
  expect(await leaveGroup(store, own)).toEqual(refuse('OWNER_CANNOT_LEAVE'));
  expect((await deleteGroup(store, own)).allowed).toBe(true);
  const other = await groupWith(store, 'member');
  expect(await deleteGroup(store, other)).toEqual(refuse('NOT_ALLOWED'));
  expect(await editGroup(store, other, { ...blankGroup, name: 'Mine' })).toEqual(refuse('NOT_ALLOWED'));
  expect((await leaveGroup(store, other)).allowed).toBe(true);
  expect(await leaveGroup(store, other)).toEqual(refuse('GROUP_NOT_FOUND'));
});

test('the owner assigns roles and removes members; an admin cannot', async ({ store }) => {
  const own = await groupWith(store, 'owner', { [ben]: 'member' });
  expect((await setRole(store, own, ben, 'admin')).allowed).toBe(true);
  expect((await removeMember(store, own, ben)).allowed).toBe(true);
  expect(await removeMember(store, own, ben)).toEqual(refuse('USER_NOT_FOUND'));
  const other = await groupWith(store, 'admin', { [ben]: 'member' });
  expect(await setRole(store, other, ben, 'admin')).toEqual(refuse('NOT_ALLOWED'));
  expect(await removeMember(store, other, ben)).toEqual(refuse('NOT_ALLOWED'));
});
