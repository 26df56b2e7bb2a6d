/** Describes the routes of `group-invitation-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import { afterQuery, beforeQuery, created, messageSuccess, newestPartOf, partOf, success } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { describeOperations, failed, hiddenCharacters, refused } from '../../api-document/operation.ts';
import { inviteSchema } from './group-invitation-routes.ts';
import { groupInvitationViewSchema } from './group-views.ts';

component('GroupInvitation', groupInvitationViewSchema, 'An invitation to join a group.');

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
  role: 'member',
};
const pathDescriptions = { id: 'The id of the invitation.' };
const ofGroup = { id: 'The id of the group.' };
const answering = (status: 'accepted' | 'declined') =>
  ({
    callers: 'The invited member. Returns 404 otherwise.',
    pathDescriptions,
    repeatable: 'key',
    success: {
      ...success('Your answer.', z.object({ id: uuidSchema, status: z.literal(status) }), { id: exampleId.invitation, status }),
      message: invitationAnswered({ answer: status }),
    },
    failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED'),
  }) as const;
const withdrawal = {
  summary: 'Withdraw a group invitation',
  details: 'Withdrawing a declined invitation makes it possible to invite the member again.',
  callers: 'The sender, while they are an admin or the owner, and the owner. Returns 403 for admins who did not send it, 404 otherwise.',
  pathDescriptions,
  repeatable: 'key',
  success: messageSuccess(exampleId.invitation, 'The invitation was withdrawn.', answerWording.INVITATION_CANCELLED),
  failures: refused('INVITATION_NOT_FOUND', 'NOT_ALLOWED'),
} as const;

export const groupInvitationOperations = describeOperations('Group invitations', 'member', {
  'GET /groups/invitations': {
    id: 'listGroupInvitations',
    summary: 'List received group invitations',
    details: 'Lists the group invitations that wait for your answer, newest first.',
    query: beforeQuery,
    success: success('A page of invitations.', newestPartOf(groupInvitationViewSchema), { items: [example] }),
    failures: [failed(400)],
  },
  'POST /groups/invitations/:id/accept': { id: 'acceptGroupInvitation', summary: 'Accept a group invitation', ...answering('accepted') },
  'POST /groups/invitations/:id/decline': { id: 'declineGroupInvitation', summary: 'Decline a group invitation', ...answering('declined') },
  'POST /groups/invitations/:id/cancel': { id: 'cancelGroupInvitation', ...withdrawal },
  'DELETE /groups/invitations/:id/cancel': { id: 'deleteGroupInvitation', ...withdrawal },
  'GET /groups/:id/invitations': {
    id: 'listInvitationsOfGroup',
    summary: 'List invitations of a group',
    details: 'Lists open and declined invitations, oldest first.',
    callers: 'Members of the group. Returns an empty list for members who cannot invite, and 404 if you are not in the group.',
    pathDescriptions: ofGroup,
    query: afterQuery,
    success: success('A page of invitations.', partOf(groupInvitationViewSchema), { items: [example] }),
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  'POST /groups/:id/invite': {
    id: 'inviteToGroup',
    summary: 'Invite a friend to a group',
    details:
      'Name a direct friend by `user_id` or by address. Returns 404 for an address of anybody else. A friend who accepts gets `role` (`member` by default), or `member` if the inviter is no longer the owner then.',
    callers:
      'The owner and admins. Only the owner can invite with the role `admin`. Returns 403 for other members of the group, 404 otherwise.',
    pathDescriptions: ofGroup,
    body: { schema: inviteSchema, example: { id: exampleId.invitation, user_id: exampleId.ben, role: 'member' } },
    repeatable: 'id',
    success: { ...created('The invitation.', groupInvitationViewSchema, example), message: answerWording.INVITATION_SENT },
    failures: [
      ...refused(
        'GROUP_NOT_FOUND',
        'NOT_ALLOWED',
        'ALREADY_IN_GROUP',
        'ALREADY_INVITED_TO_GROUP',
        'USER_NOT_FOUND',
        'INVITATION_NOT_FOUND',
      ),
      ...refused('NOT_FOUND', 'TOO_MANY_OPEN_INVITATIONS', 'STORAGE_USED_UP'),
      failed(422, answerWording.ADDRESS_MISSING),
      failed(422, answerWording.ADDRESS_INVALID),
      hiddenCharacters,
    ],
  },
});
