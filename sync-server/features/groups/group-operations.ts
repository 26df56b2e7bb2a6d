/** Describes the routes of `group-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, groupDescriptionSchema, groupNameSchema } from '../../../schemas/groups/group.ts';
import { groupEmojiInput } from '../../../schemas/groups/group-emoji.ts';
import { groupRoleSchema } from '../../../schemas/groups/group-roles.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { afterQuery, atMost, beforeQuery, messageSuccess, newestPartOf, partOf } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, hiddenCharacters, type Operation, refused } from '../../api-document/operation.ts';
import { PAGE_MAX } from '../../http/page-place.ts';
import { groupBodySchema, newGroupBodySchema, roleBodySchema } from './group-routes.ts';
import { groupInvitationViewSchema, groupViewSchema, memberViewSchema } from './group-views.ts';

component('Group', groupViewSchema, 'A group as one of its members sees it.');
component('GroupMember', memberViewSchema, 'A member of a group; with an address only where the reader may know it.');
component('GroupRole', groupRoleSchema, '`owner`: exactly one. `admin`: invites as well. `member`: reads, writes, leaves.');
note(groupNameSchema, `Trimmed; 1 to ${GROUP_NAME_MAX} UTF-16 code units, all of them to be seen.`);
note(
  groupEmojiInput,
  'Exactly one emoji of those that Unicode recommends for interchange; it is stored fully qualified. Null: none. Where it is missing, a group keeps its own.',
);
note(groupDescriptionSchema, `Trimmed; at most ${GROUP_DESCRIPTION_MAX} UTF-16 code units; an empty one is kept as null.`);

export const exampleGroup = {
  id: exampleId.group,
  name: 'Sunday walks',
  description: 'Ten o’clock, at the old bridge.',
  emoji: '🥾',
  founder_id: exampleId.ana,
  created_at: exampleTime,
  member_count: 2,
  currentUserRole: 'owner',
  status: 'active',
};
const whole = component(
  'WholeGroup',
  z.extend(groupViewSchema, {
    pendingInvitations: note(
      atMost(PAGE_MAX, groupInvitationViewSchema),
      `Empty for those who may not invite. Where there are more, these are the oldest ${PAGE_MAX}; \`GET /groups/{id}/invitations\` has all.`,
    ),
  }),
  'A group with those who are invited into it.',
);
const wholeExample = { ...exampleGroup, pendingInvitations: [] };
const memberExample = {
  id: `${exampleId.group}|${exampleId.ben}`,
  group_id: exampleId.group,
  user_id: exampleId.ben,
  user_name: 'Ben',
  user_profile_image_url: null,
  role: 'member',
  joined_at: exampleTime,
  name: 'Ben',
  status: 'active',
  email: 'ben@example.com',
  user_email: 'ben@example.com',
};
const ofGroup = { tag: 'Groups', access: 'member' } as const;
const pathDescriptions = { id: 'The group.' };
const ofMember = { ...pathDescriptions, userId: 'The member.' };
const members = 'members of the group. To others it does not exist.';
const owner = 'the owner. Other members hear 403, others 404.';
const nameMissing = failed(422, answerWording.GROUP_NAME_REQUIRED);

export const groupOperations: readonly Operation[] = [
  {
    ...ofGroup,
    method: 'GET',
    path: '/groups',
    id: 'listGroups',
    summary: 'One’s groups',
    callers: 'any member; each sees those that they are in.',
    query: beforeQuery,
    successes: [
      { status: 200, description: 'The one joined last first.', data: newestPartOf(groupViewSchema), example: { items: [exampleGroup] } },
    ],
    failures: [failed(400)],
  },
  {
    ...ofGroup,
    method: 'POST',
    path: '/groups',
    id: 'createGroup',
    summary: 'Found a group',
    details: 'With its first invitations, to direct friends: all of it or, where one of them cannot be invited, nothing.',
    callers: 'any member, who becomes its owner.',
    body: {
      schema: newGroupBodySchema,
      example: { id: exampleId.group, name: exampleGroup.name, description: exampleGroup.description, invited_user_ids: [exampleId.ben] },
    },
    repeatable: 'id',
    successes: [{ status: 201, description: 'The group.', data: whole, example: wholeExample }],
    failures: [
      ...refused('GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'NOT_FOUND', 'ALREADY_IN_GROUP', 'ALREADY_INVITED_TO_GROUP', 'STORAGE_USED_UP'),
      nameMissing,
      hiddenCharacters,
    ],
  },
  {
    ...ofGroup,
    method: 'GET',
    path: '/groups/:id',
    id: 'getGroup',
    summary: 'One group',
    callers: members,
    pathDescriptions: pathDescriptions,
    successes: [{ status: 200, description: 'The group.', data: whole, example: wholeExample }],
    failures: refused('GROUP_NOT_FOUND'),
  },
  {
    ...ofGroup,
    method: 'PUT',
    path: '/groups/:id',
    id: 'changeGroup',
    summary: 'Change name, description and emoji',
    callers: owner,
    pathDescriptions: pathDescriptions,
    body: { schema: groupBodySchema, example: { name: 'Sunday walks', description: null, emoji: '🥾' } },
    repeatable: 'key',
    successes: [{ status: 200, description: 'The group as it is now.', data: whole, example: wholeExample }],
    failures: [...refused('GROUP_NOT_FOUND', 'NOT_ALLOWED', 'STORAGE_USED_UP'), nameMissing, hiddenCharacters],
  },
  {
    ...ofGroup,
    method: 'DELETE',
    path: '/groups/:id',
    id: 'deleteGroup',
    summary: 'Delete a group',
    details: 'With its messages, for everybody.',
    callers: owner,
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [messageSuccess(exampleId.group, 'It is gone.', answerWording.GROUP_DELETED)],
    failures: refused('GROUP_NOT_FOUND', 'NOT_ALLOWED'),
  },
  {
    ...ofGroup,
    method: 'POST',
    path: '/groups/:id/leave',
    id: 'leaveGroup',
    summary: 'Leave a group',
    callers: 'members but the owner, who hands the group over or deletes it.',
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [messageSuccess(exampleId.group, 'One is in it no longer.', answerWording.GROUP_LEFT)],
    failures: refused('GROUP_NOT_FOUND', 'OWNER_CANNOT_LEAVE'),
  },
  {
    ...ofGroup,
    method: 'GET',
    path: '/groups/:id/members',
    id: 'listMembers',
    summary: 'Who is in a group',
    callers: members,
    pathDescriptions: pathDescriptions,
    query: afterQuery,
    successes: [
      {
        status: 200,
        description: 'In the order in which they joined, under two names.',
        data: z.extend(partOf(memberViewSchema), { members: atMost(PAGE_MAX, memberViewSchema) }),
        example: { items: [memberExample], members: [memberExample] },
      },
    ],
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  {
    ...ofGroup,
    method: 'DELETE',
    path: '/groups/:id/members/:userId',
    id: 'removeMember',
    summary: 'Remove a member',
    callers: owner,
    pathDescriptions: ofMember,
    repeatable: 'key',
    successes: [
      {
        status: 200,
        description: 'They are in it no longer.',
        data: z.object({ group_id: uuidSchema, user_id: uuidSchema }),
        example: { group_id: exampleId.group, user_id: exampleId.ben },
      },
    ],
    failures: refused('GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'NOT_ALLOWED', 'OWNER_CANNOT_LEAVE'),
  },
  {
    ...ofGroup,
    method: 'PUT',
    path: '/groups/:id/members/:userId/role',
    id: 'setRole',
    summary: 'Set the role of a member',
    details: '`owner` hands the group over; its owner until then becomes an admin.',
    callers: owner,
    pathDescriptions: ofMember,
    body: { schema: roleBodySchema, example: { role: 'admin' } },
    repeatable: 'key',
    successes: [
      {
        status: 200,
        description: 'The role that they have now.',
        data: z.object({ group_id: uuidSchema, user_id: uuidSchema, role: groupRoleSchema }),
        example: { group_id: exampleId.group, user_id: exampleId.ben, role: 'admin' },
      },
    ],
    failures: refused('GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'NOT_ALLOWED'),
  },
];
