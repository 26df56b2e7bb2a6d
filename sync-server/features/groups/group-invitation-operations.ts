/** Describes the routes of `group-invitation-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import { afterQuery, beforeQuery, messageSuccess, newestPartOf, partOf } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { failed, hiddenCharacters, type Operation, refused } from '../../api-document/operation.ts';
import { inviteSchema } from './group-invitation-routes.ts';
import { groupInvitationViewSchema } from './group-views.ts';

component('GroupInvitation', groupInvitationViewSchema, 'An invitation into a group, for who was invited and for those who may invite.');

const example = {
  id: exampleId.invitation,
  inviter_id: exampleId.ana,
  inviter_name: 'Ana',
  status: 'pending',
  created_at: exampleTime,
  group_id: exampleId.group,
  group_name: 'Sunday walks',
  invitee_id: exampleId.ben,
  invitee_name: 'Ben',
  invitee_email: 'ben@example.com',
};
const ofInvitation = { tag: 'Group invitations', access: 'member' } as const;
const pathDescriptions = { id: 'The invitation.' };
const ofGroup = { id: 'The group.' };
const answers = [
  ['accept', 'accepted', 'acceptGroupInvitation', 'Join the group'],
  ['decline', 'declined', 'declineGroupInvitation', 'Decline'],
] as const;

export const groupInvitationOperations: readonly Operation[] = [
  {
    ...ofInvitation,
    method: 'GET',
    path: '/groups/invitations',
    id: 'listGroupInvitations',
    summary: 'Invitations into groups that wait for one’s answer',
    callers: 'any member; each sees their own.',
    query: beforeQuery,
    successes: [
      { status: 200, description: 'Newest first.', data: newestPartOf(groupInvitationViewSchema), example: { items: [example] } },
    ],
    failures: [failed(400)],
  },
  ...answers.map(
    ([word, status, id, summary]): Operation => ({
      ...ofInvitation,
      method: 'POST',
      path: `/groups/invitations/:id/${word}`,
      id,
      summary,
      callers: 'who was invited.',
      pathDescriptions: pathDescriptions,
      repeatable: 'key',
      successes: [
        {
          status: 200,
          description: 'How it was answered.',
          data: z.object({ id: uuidSchema, status: z.literal(status), message: z.string() }),
          example: { id: exampleId.invitation, status, message: invitationAnswered({ answer: status }) },
        },
      ],
      failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED'),
    }),
  ),
  ...(['POST', 'DELETE'] as const).map(
    (method): Operation => ({
      ...ofInvitation,
      method,
      path: '/groups/invitations/:id/cancel',
      id: method === 'POST' ? 'cancelGroupInvitation' : 'deleteGroupInvitation',
      summary: 'Take an invitation back',
      details: 'Also one that was declined, so that one may ask again.',
      callers: 'who sent it and may still invite, and the owner. Admins who did not send it hear 403, others 404.',
      pathDescriptions: pathDescriptions,
      repeatable: 'key',
      successes: [messageSuccess(exampleId.invitation, 'It is gone.', answerWording.INVITATION_CANCELLED)],
      failures: refused('INVITATION_NOT_FOUND', 'NOT_ALLOWED'),
    }),
  ),
  {
    ...ofInvitation,
    method: 'GET',
    path: '/groups/:id/invitations',
    id: 'listInvitationsOfGroup',
    summary: 'Open and declined invitations of a group',
    callers: 'members of the group; the list is empty for those who may not invite.',
    pathDescriptions: ofGroup,
    query: afterQuery,
    successes: [{ status: 200, description: 'Oldest first.', data: partOf(groupInvitationViewSchema), example: { items: [example] } }],
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  {
    ...ofInvitation,
    method: 'POST',
    path: '/groups/:id/invite',
    id: 'inviteToGroup',
    summary: 'Invite a friend into a group',
    details: 'An address finds one’s direct friends only; whoever else it belongs to is not found.',
    callers: 'owner and admins. Other members hear 403, others 404.',
    pathDescriptions: ofGroup,
    body: { schema: inviteSchema, example: { id: exampleId.invitation, user_id: exampleId.ben, role: 'member' } },
    repeatable: 'id',
    successes: [
      {
        status: 201,
        description: 'The invitation.',
        data: z.extend(groupInvitationViewSchema, { message: z.string() }),
        example: { ...example, message: answerWording.INVITATION_SENT },
      },
    ],
    failures: [
      ...refused(
        'GROUP_NOT_FOUND',
        'NOT_ALLOWED',
        'ALREADY_IN_GROUP',
        'ALREADY_INVITED_TO_GROUP',
        'USER_NOT_FOUND',
        'INVITATION_NOT_FOUND',
      ),
      ...refused('NOT_FOUND', 'STORAGE_USED_UP'),
      failed(422, answerWording.ADDRESS_MISSING),
      failed(422, answerWording.ADDRESS_INVALID),
      hiddenCharacters,
    ],
  },
];
