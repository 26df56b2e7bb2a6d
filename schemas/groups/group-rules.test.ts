import { expect, test } from 'vitest';
import { allow, refuse } from '../base/refusal.ts';
import {
  checkCancelGroupInvitation,
  checkInviteToGroup,
  checkRespondToGroup,
  type GroupInviteFacts,
  roleOnJoining,
} from './group-invitation-rules.ts';
import { type GroupCapability, type GroupRole, groupRoles, may } from './group-roles.ts';
import {
  checkCreateGroup,
  checkDeleteGroup,
  checkEditGroup,
  checkInGroup,
  checkLeaveGroup,
  checkRemoveMember,
  checkSetRole,
} from './group-rules.ts';

const ana = { userId: 'ana' };

test('what each role may do', () => {
  const all: GroupCapability[] = [
    'readMessages',
    'sendMessage',
    'leave',
    'inviteMember',
    'openSettings',
    'editGroup',
    'setRole',
    'removeMember',
    'deleteGroup',
  ];
  const allowed = (role: GroupRole) => all.filter((capability) => may(role, capability));
  expect(allowed('member')).toEqual(['readMessages', 'sendMessage', 'leave']);
  expect(allowed('admin')).toEqual(['readMessages', 'sendMessage', 'leave', 'inviteMember', 'openSettings']);
  expect(allowed('owner')).toEqual(all.filter((capability) => capability !== 'leave'));
});

test('[GR1] a member founds a group only as themselves', () => {
  expect(checkCreateGroup(ana, { founder_id: 'ana' }, 0)).toEqual(allow);
  expect(checkCreateGroup(ana, { founder_id: 'ben' }, 0)).toEqual(refuse('NOT_ONESELF'));
});

test('[GR8] a member owns at most 100 groups, founded or handed over', () => {
  expect(checkCreateGroup(ana, { founder_id: 'ana' }, 99)).toEqual(allow);
  expect(checkCreateGroup(ana, { founder_id: 'ana' }, 100)).toEqual(refuse('TOO_MANY_GROUPS'));
  expect(checkSetRole({ role: 'owner', targetRole: 'member' }, 100)).toEqual(allow);
  expect(checkSetRole({ role: 'owner', targetRole: 'member' }, 101)).toEqual(refuse('THEY_OWN_TOO_MANY_GROUPS'));
  expect(checkSetRole({ role: 'member', targetRole: 'member' }, 101)).toEqual(refuse('NOT_ALLOWED'));
});

test('[GR2] no act reveals a group to a member who is not in it', () => {
  const facts = { role: null, targetRole: 'member' as const };
  for (const check of [checkEditGroup, checkDeleteGroup, checkLeaveGroup]) expect(check(facts)).toEqual(refuse('GROUP_NOT_FOUND'));
  for (const check of [checkRemoveMember, checkSetRole]) expect(check(facts)).toEqual(refuse('GROUP_NOT_FOUND'));
  expect(checkInGroup(facts, 'readMessages')).toEqual(refuse('GROUP_NOT_FOUND'));
});

test.each(groupRoles)('[GR3] [GR4] [GR5] [GR6] as %s', (role) => {
  const owner = role === 'owner';
  const ifOwner = owner ? allow : refuse('NOT_ALLOWED');
  expect(checkEditGroup({ role })).toEqual(ifOwner);
  expect(checkDeleteGroup({ role })).toEqual(ifOwner);
  expect(checkLeaveGroup({ role })).toEqual(owner ? refuse('OWNER_CANNOT_LEAVE') : allow);
  expect(checkRemoveMember({ role, targetRole: 'admin' })).toEqual(ifOwner);
  expect(checkSetRole({ role, targetRole: 'admin' })).toEqual(ifOwner);
  // The rule first checks what the actor may do, and only then whether the other member is in the group.
  expect(checkRemoveMember({ role, targetRole: null })).toEqual(owner ? refuse('USER_NOT_FOUND') : refuse('NOT_ALLOWED'));
  expect(checkSetRole({ role, targetRole: null })).toEqual(owner ? refuse('USER_NOT_FOUND') : refuse('NOT_ALLOWED'));
});

test('[GR5] [GR7] nobody removes the owner or changes their role, not even the owner', () => {
  expect(checkRemoveMember({ role: 'owner', targetRole: 'owner' })).toEqual(refuse('OWNER_CANNOT_LEAVE'));
  expect(checkSetRole({ role: 'owner', targetRole: 'owner' })).toEqual(refuse('NOT_ALLOWED'));
});

test('[GI1] to [GI5] who may invite whom', () => {
  const facts: GroupInviteFacts = {
    role: 'admin',
    inviterId: 'ana',
    invitedAs: 'member',
    alreadyMember: false,
    alreadyInvited: false,
    isFriend: true,
    openToThem: 0,
  };
  expect(checkInviteToGroup(ana, facts)).toEqual(allow);
  expect(checkInviteToGroup(ana, { ...facts, inviterId: 'ben' })).toEqual(refuse('NOT_ONESELF'));
  expect(checkInviteToGroup(ana, { ...facts, role: 'member' })).toEqual(refuse('NOT_ALLOWED'));
  expect(checkInviteToGroup(ana, { ...facts, role: null, alreadyMember: true })).toEqual(refuse('GROUP_NOT_FOUND'));
  expect(checkInviteToGroup(ana, { ...facts, alreadyMember: true })).toEqual(refuse('ALREADY_IN_GROUP'));
  expect(checkInviteToGroup(ana, { ...facts, alreadyInvited: true })).toEqual(refuse('ALREADY_INVITED_TO_GROUP'));
  expect(checkInviteToGroup(ana, { ...facts, isFriend: false })).toEqual(refuse('USER_NOT_FOUND'));
});

test('[GI12] at most 50 invitations from one member wait for an answer of one other', () => {
  const facts: GroupInviteFacts = {
    role: 'owner',
    inviterId: 'ana',
    invitedAs: 'member',
    alreadyMember: false,
    alreadyInvited: false,
    isFriend: true,
    openToThem: 49,
  };
  expect(checkInviteToGroup(ana, facts)).toEqual(allow);
  expect(checkInviteToGroup(ana, { ...facts, openToThem: 50 })).toEqual(refuse('TOO_MANY_OPEN_INVITATIONS'));
  expect(checkInviteToGroup(ana, { ...facts, openToThem: 50, isFriend: false })).toEqual(refuse('USER_NOT_FOUND'));
});

test('[GI10] [GI11] who invites as an admin, and what becomes of it', () => {
  const facts: GroupInviteFacts = {
    role: 'owner',
    inviterId: 'ana',
    invitedAs: 'admin',
    alreadyMember: false,
    alreadyInvited: false,
    isFriend: true,
    openToThem: 0,
  };
  expect(checkInviteToGroup(ana, facts)).toEqual(allow);
  expect(checkInviteToGroup(ana, { ...facts, role: 'admin' })).toEqual(refuse('NOT_ALLOWED'));
  expect(checkInviteToGroup(ana, { ...facts, role: null })).toEqual(refuse('GROUP_NOT_FOUND'));
  for (const inviterRole of [...groupRoles, null])
    expect(roleOnJoining({ invitedAs: 'admin', inviterRole })).toBe(inviterRole === 'owner' ? 'admin' : 'member');
  expect(roleOnJoining({ invitedAs: 'member', inviterRole: 'owner' })).toBe('member');
});

test('[GI6] [GI7] who may answer', () => {
  expect(checkRespondToGroup({ received: true, status: 'pending' })).toEqual(allow);
  expect(checkRespondToGroup({ received: false, status: 'pending' })).toEqual(refuse('INVITATION_NOT_FOUND'));
  expect(checkRespondToGroup({ received: true, status: 'declined' })).toEqual(refuse('INVITATION_ANSWERED'));
});

test('[GI8] [GI9] who may cancel', () => {
  const facts = { role: 'admin', sent: true, status: 'pending' } as const;
  expect(checkCancelGroupInvitation(facts)).toEqual(allow);
  expect(checkCancelGroupInvitation({ ...facts, status: 'declined' })).toEqual(allow);
  expect(checkCancelGroupInvitation({ ...facts, status: 'accepted' })).toEqual(refuse('INVITATION_NOT_FOUND'));
  expect(checkCancelGroupInvitation({ ...facts, sent: false })).toEqual(refuse('NOT_ALLOWED'));
  expect(checkCancelGroupInvitation({ ...facts, sent: false, role: 'owner' })).toEqual(allow);
  // A sender who may no longer invite does not see the invitation any more.
  expect(checkCancelGroupInvitation({ ...facts, role: 'member' })).toEqual(refuse('INVITATION_NOT_FOUND'));
  expect(checkCancelGroupInvitation({ ...facts, role: null })).toEqual(refuse('INVITATION_NOT_FOUND'));
});
