/** Describes the routes of `group-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { group, groupMember, groupRoleSchema } from '../../../schemas/groups/group.ts';
import { groupEmojiInput } from '../../../schemas/groups/group-emoji.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { afterQuery, atMost, beforeQuery, created, messageSuccess, newestPartOf, partOf, success } from '../../api-document/common.ts';
import { exampleId } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { describeOperations, failed, hiddenCharacters, refused } from '../../api-document/operation.ts';
import { PAGE_MAX } from '../../http/pages.ts';
import { groupBodySchema, newGroupBodySchema, roleBodySchema } from './group-routes.ts';
import { groupInvitationViewSchema, groupViewSchema, memberViewSchema } from './group-views.ts';

component('Group', groupViewSchema, 'A group that you are in.');
component('GroupMember', memberViewSchema, 'A member of a group. `email` is null unless this is you or a direct friend.');
component(
  'GroupRole',
  groupRoleSchema,
  'A `member` can read, write and leave. An `admin` can also invite. The `owner`, one for each group, can also change and delete the group, set roles and remove members.',
);
note(group.text.shape.name, 'Without invisible characters.');
note(
  groupEmojiInput,
  'One emoji that Unicode recommends for general interchange. It is stored fully qualified. Null removes the emoji. Leave it out to keep the emoji of an existing group.',
);
note(group.text.shape.description, 'An empty text is stored as null.');

export const exampleGroup = {
  ...group.example,
  member_count: 2,
  currentUserRole: 'owner',
  status: 'active',
};
const whole = component(
  'WholeGroup',
  z.extend(groupViewSchema, {
    pendingInvitations: note(
      atMost(PAGE_MAX, groupInvitationViewSchema),
      `The oldest ${PAGE_MAX} open and declined invitations; \`GET /groups/{id}/invitations\` returns all. Empty if you cannot invite.`,
    ),
  }),
  'A group with its invitations.',
);
const wholeExample = { ...exampleGroup, pendingInvitations: [] };
const memberExample = {
  ...groupMember.example,
  name: groupMember.example.user_name,
  status: 'active',
  email: 'ben@example.com',
  user_email: 'ben@example.com',
};
const pathDescriptions = { id: 'The id of the group.' };
const ofMember = { ...pathDescriptions, userId: 'The id of the member.' };
const members = 'Members of the group. Returns 404 otherwise.';
const owner = 'The owner. Returns 403 for other members of the group, 404 otherwise.';
const nameMissing = failed(422, answerWording.GROUP_NAME_REQUIRED);

export const groupOperations = describeOperations('Groups', 'member', {
  'GET /groups': {
    id: 'listGroups',
    summary: 'List your groups',
    details: 'The group that you joined last comes first.',
    query: beforeQuery,
    success: success('A page of groups.', newestPartOf(groupViewSchema), { items: [exampleGroup] }),
    failures: [failed(400)],
  },
  'POST /groups': {
    id: 'createGroup',
    summary: 'Create a group',
    details:
      'You become its owner. `invited_user_ids` invites direct friends at once. If one of them cannot be invited, the group is not created.',
    body: {
      schema: newGroupBodySchema,
      example: { id: exampleId.group, name: exampleGroup.name, description: exampleGroup.description, invited_user_ids: [exampleId.ben] },
    },
    repeatable: 'id',
    success: created('The group.', whole, wholeExample),
    failures: [
      ...refused(
        'GROUP_NOT_FOUND',
        'USER_NOT_FOUND',
        'NOT_FOUND',
        'ALREADY_IN_GROUP',
        'ALREADY_INVITED_TO_GROUP',
        'TOO_MANY_OPEN_INVITATIONS',
        'TOO_MANY_GROUPS',
        'STORAGE_USED_UP',
      ),
      nameMissing,
      hiddenCharacters,
    ],
  },
  'GET /groups/:id': {
    id: 'getGroup',
    summary: 'Get a group',
    callers: members,
    pathDescriptions,
    success: success('The group.', whole, wholeExample),
    failures: refused('GROUP_NOT_FOUND'),
  },
  'PUT /groups/:id': {
    id: 'changeGroup',
    summary: 'Change a group',
    details: 'Sets the name, description and emoji.',
    callers: owner,
    pathDescriptions,
    body: { schema: groupBodySchema, example: group.textOf(group.example) },
    repeatable: 'key',
    success: success('The changed group.', whole, wholeExample),
    failures: [...refused('GROUP_NOT_FOUND', 'NOT_ALLOWED', 'STORAGE_USED_UP'), nameMissing, hiddenCharacters],
  },
  'DELETE /groups/:id': {
    id: 'deleteGroup',
    summary: 'Delete a group',
    details: 'Deletes the group and its messages for all members.',
    callers: owner,
    pathDescriptions,
    repeatable: 'key',
    success: messageSuccess(exampleId.group, 'The group was deleted.', answerWording.GROUP_DELETED),
    failures: refused('GROUP_NOT_FOUND', 'NOT_ALLOWED'),
  },
  'POST /groups/:id/leave': {
    id: 'leaveGroup',
    summary: 'Leave a group',
    callers: 'Members except the owner. Returns 409 for the owner, who has to hand the group over or delete it, and 404 otherwise.',
    pathDescriptions,
    repeatable: 'key',
    success: messageSuccess(exampleId.group, 'You left the group.', answerWording.GROUP_LEFT),
    failures: refused('GROUP_NOT_FOUND', 'OWNER_CANNOT_LEAVE'),
  },
  'GET /groups/:id/members': {
    id: 'listMembers',
    summary: 'List members of a group',
    details: 'In the order in which they joined.',
    callers: members,
    pathDescriptions,
    query: afterQuery,
    success: success(
      'A page of members. `members` is the same list as `items`.',
      z.extend(partOf(memberViewSchema), { members: atMost(PAGE_MAX, memberViewSchema) }),
      { items: [memberExample], members: [memberExample] },
    ),
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  'DELETE /groups/:id/members/:userId': {
    id: 'removeMember',
    summary: 'Remove a member',
    callers: owner,
    pathDescriptions: ofMember,
    repeatable: 'key',
    success: success('The member was removed.', z.object({ group_id: uuidSchema, user_id: uuidSchema }), {
      group_id: exampleId.group,
      user_id: exampleId.ben,
    }),
    failures: refused('GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'NOT_ALLOWED', 'OWNER_CANNOT_LEAVE'),
  },
  'PUT /groups/:id/members/:userId/role': {
    id: 'setRole',
    summary: 'Set the role of a member',
    details: 'Setting `owner` hands the group over, and you become an admin.',
    callers: owner,
    pathDescriptions: ofMember,
    body: { schema: roleBodySchema, example: { role: 'admin' } },
    repeatable: 'key',
    success: success('The new role.', z.object({ group_id: uuidSchema, user_id: uuidSchema, role: groupRoleSchema }), {
      group_id: exampleId.group,
      user_id: exampleId.ben,
      role: 'admin',
    }),
    failures: refused('GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'NOT_ALLOWED', 'THEY_OWN_TOO_MANY_GROUPS'),
  },
});
