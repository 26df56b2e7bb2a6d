/** Describes the routes of `invitation-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { FIRST_INVITATIONS, FIRST_INVITATIONS_DAYS, INVITATIONS_PER_DAY, invitationSchema } from '../../../schemas/friends/invitation.ts';
import { invitationPreviewSchema, takeInvitationSchema, takenInvitationSchema } from '../../../schemas/friends/invitation-token.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import { beforeQuery, messageSuccess, newestPartOf } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { failed, hiddenCharacters, type Operation, refused } from '../../api-document/operation.ts';
import { answerSchema, inviteByIdSchema, inviteSchema } from './invitation-routes.ts';

component(
  'Invitation',
  invitationSchema,
  'Its sender and its receiver do not see the same: an address only whoever typed it, and who received one to an address only once it is accepted.',
);

const sentExample = {
  id: exampleId.invitation,
  kind: 'friend',
  inviter_id: exampleId.ana,
  inviter_name: 'Ana',
  inviter_email: 'ana@example.com',
  inviter_profile_image_url: null,
  invited_email: 'ben@example.com',
  receiver_user_id: null,
  receiver_name: null,
  receiver_profile_image_url: null,
  group_id: null,
  group_name: null,
  status: 'pending',
  created_at: exampleTime,
};
const receivedExample = { ...sentExample, invited_email: null, sender_user_id: exampleId.ana };

const ofInvitation = { tag: 'Invitations', access: 'member' } as const;
const pathDescriptions = { id: 'The invitation.' };
const sent = {
  status: 201,
  description: 'The invitation as its sender sees it.',
  data: component('SentInvitation', z.extend(invitationSchema, { message: z.string() }), 'An invitation that has just been sent.'),
  example: { ...sentExample, message: answerWording.INVITATION_SENT },
} as const;
const refusals = refused(
  'OWN_ADDRESS',
  'ALREADY_FRIENDS',
  'ALREADY_INVITED',
  'INVITED_BY_THEM',
  'TOO_MANY_INVITATIONS',
  'TOO_MANY_FIRST_INVITATIONS',
  'INVITATION_NOT_FOUND',
  'USER_NOT_FOUND',
  'NOT_FOUND',
  'STORAGE_USED_UP',
);
const actLimits = `At most ${INVITATIONS_PER_DAY} a day, and of those to addresses at most ${FIRST_INVITATIONS} in ${FIRST_INVITATIONS_DAYS} days as long as one has no friend: a refusal (409), no 429.`;
const answeredAs = z.object({ id: uuidSchema, status: z.enum(['accepted', 'declined']), message: z.string() });

export const invitationOperations: readonly Operation[] = [
  {
    ...ofInvitation,
    method: 'POST',
    path: '/friends/invite',
    id: 'invite',
    summary: 'Invite somebody by address or id',
    details: `What has an @ is an address, anything else the id of a member. An address gets a mail. ${actLimits}`,
    callers: 'any member.',
    body: { schema: inviteSchema, example: { id: exampleId.invitation, email: 'ben@example.com' } },
    repeatable: 'id',
    successes: [sent],
    failures: [...refusals, failed(422, answerWording.ADDRESS_MISSING), failed(422, answerWording.ADDRESS_INVALID), hiddenCharacters],
    limits: ['invite'],
  },
  {
    ...ofInvitation,
    method: 'POST',
    path: '/friends/invite-by-id/:id',
    id: 'inviteById',
    summary: 'Invite a member by their id',
    details: actLimits,
    callers: 'any member.',
    pathDescriptions: { id: 'Whom.' },
    body: { schema: inviteByIdSchema, example: { id: exampleId.invitation }, optional: true },
    repeatable: 'id',
    successes: [
      {
        ...sent,
        example: {
          ...sentExample,
          invited_email: null,
          receiver_user_id: exampleId.ben,
          receiver_name: 'Ben',
          message: answerWording.INVITATION_SENT,
        },
      },
    ],
    failures: refusals,
    limits: ['invite'],
  },
  {
    ...ofInvitation,
    method: 'GET',
    path: '/friends/invitations/sent',
    id: 'listSentInvitations',
    summary: 'Invitations that one has sent and that wait',
    callers: 'any member; each sees their own.',
    query: beforeQuery,
    successes: [{ status: 200, description: 'Newest first.', data: newestPartOf(invitationSchema), example: { items: [sentExample] } }],
    failures: [failed(400)],
  },
  {
    ...ofInvitation,
    method: 'GET',
    path: '/friends/invitations/received',
    id: 'listReceivedInvitations',
    summary: 'Invitations that wait for one’s answer',
    callers: 'any member; each sees their own.',
    query: beforeQuery,
    successes: [
      {
        status: 200,
        description: 'Newest first.',
        data: newestPartOf(z.extend(invitationSchema, { sender_user_id: uuidSchema })),
        example: { items: [receivedExample] },
      },
    ],
    failures: [failed(400)],
  },
  {
    tag: 'Invitations',
    access: 'anyone',
    method: 'GET',
    path: '/auth/invitations/:token',
    id: 'previewInvitation',
    summary: 'Who invites, by the token of a link',
    details:
      'For the page that the link of an invitation opens. It says nothing that the mail has not said, and nothing of what became of the address since; one that is unknown, taken back or answered is not found. Asking changes nothing.',
    callers: 'who has the link.',
    pathDescriptions: { token: 'What the link has.' },
    path_schemas: { token: z.string() },
    successes: [
      {
        status: 200,
        description: 'The inviter, and the address that it was sent to. The picture is a small WebP in base64.',
        data: component('InvitationPreview', invitationPreviewSchema, 'What the link of an invitation tells before anybody has signed in.'),
        example: { name: 'Ana', picture: null, email: 'ben@example.com' },
      },
    ],
    failures: refused('INVITATION_NOT_FOUND'),
    limits: ['invitation'],
  },
  {
    ...ofInvitation,
    method: 'POST',
    path: '/friends/invitations/take',
    id: 'takeInvitation',
    summary: 'Take the invitation of a link',
    details:
      'For members who open such a link. One of an invitation by mail, whatever address it went to, waits for their answer then; by one that a member made they ask that member.',
    callers: 'any member who has the link.',
    body: { schema: takeInvitationSchema, example: { token: exampleId.invitation } },
    repeatable: 'key',
    successes: [
      {
        status: 200,
        description: 'The invitation, and who is to answer it.',
        data: component('TakenInvitation', takenInvitationSchema, 'What came of taking a link.'),
        example: { id: exampleId.invitation, waits_for: 'you', name: 'Ana' },
      },
    ],
    failures: refused(
      'INVITATION_NOT_FOUND',
      'OWN_ADDRESS',
      'ALREADY_FRIENDS',
      'INVITED_BY_THEM',
      'TOO_MANY_INVITATIONS',
      'STORAGE_USED_UP',
    ),
    limits: ['invite'],
  },
  {
    ...ofInvitation,
    method: 'POST',
    path: '/friends/invitations/:id/respond',
    id: 'respondToInvitation',
    summary: 'Accept or decline',
    details: '`rejected` is taken for `declined`. Accepting needs a free seat in both circles.',
    callers: 'whom it was sent to.',
    pathDescriptions: pathDescriptions,
    body: { schema: answerSchema, example: { status: 'accepted' } },
    repeatable: 'key',
    successes: [
      {
        status: 200,
        description: 'How it was answered.',
        data: answeredAs,
        example: { id: exampleId.invitation, status: 'accepted', message: invitationAnswered({ answer: 'accepted' }) },
      },
    ],
    failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED', 'CIRCLE_FULL', 'THEIR_CIRCLE_FULL', 'ALREADY_FRIENDS'),
  },
  ...(['POST', 'DELETE'] as const).map(
    (method): Operation => ({
      ...ofInvitation,
      method,
      path: '/friends/invitations/:id/cancel',
      id: method === 'POST' ? 'cancelInvitation' : 'deleteInvitation',
      summary: 'Take an invitation back',
      callers: 'who sent it, while it waits.',
      pathDescriptions: pathDescriptions,
      repeatable: 'key',
      successes: [messageSuccess(exampleId.invitation, 'It is gone.', answerWording.INVITATION_CANCELLED)],
      failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED'),
    }),
  ),
];
