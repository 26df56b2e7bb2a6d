export const groupRoles = ['owner', 'admin', 'member'] as const;
export type GroupRole = (typeof groupRoles)[number];

/** What an invitation may make of somebody. A group gets another owner only by being handed over. */
export const invitedRoles = ['member', 'admin'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

export type GroupCapability =
  | 'readMessages'
  | 'sendMessage'
  | 'leave'
  | 'inviteMember'
  | 'openSettings'
  | 'editGroup'
  | 'setRole'
  | 'removeMember'
  | 'deleteGroup';

/** What each role may do. A group has exactly one owner, who cannot leave before another member is the owner. */
const grants: Record<GroupRole, ReadonlySet<GroupCapability>> = {
  member: new Set(['readMessages', 'sendMessage', 'leave']),
  admin: new Set(['readMessages', 'sendMessage', 'leave', 'inviteMember', 'openSettings']),
  owner: new Set(['readMessages', 'sendMessage', 'inviteMember', 'openSettings', 'editGroup', 'setRole', 'removeMember', 'deleteGroup']),
};

/** Ask what a member may do in a group, never which role they have. */
export const may = (role: GroupRole, capability: GroupCapability): boolean => grants[role].has(capability);
