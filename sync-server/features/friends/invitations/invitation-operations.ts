/** Describes the routes of `invitation-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../../schemas/base/ids.ts';
import { invitationSchema } from '../../../../schemas/friends/invitation.ts';
import { FIRST_INVITATIONS, FIRST_INVITATIONS_DAYS, INVITATIONS_PER_DAY } from '../../../../schemas/friends/invitation-limits.ts';
import {
  offeredInvitationSchema,
  previewRequestSchema,
  takeInvitationSchema,
  takenInvitationSchema,
  visitorPreviewSchema,
} from '../../../../schemas/friends/invitation-token.ts';
import { answerWording, invitationAnswered } from '../../../../schemas/wording/answer-wording.ts';
import { beforeQuery, created, messageSuccess, newestPartOf, success } from '../../../api-document/common.ts';
import { exampleId, exampleTime } from '../../../api-document/examples.ts';
import { component } from '../../../api-document/json-schema.ts';
import { describeOperations, failed, hiddenCharacters, refused, unusualCapitals } from '../../../api-document/operation.ts';
import { answerSchema, inviteByIdSchema, inviteSchema } from './invitation-routes.ts';

component(
  'Invitation',
  invitationSchema,
  'An invitation as you see it. Only the sender sees `invited_email`. If it was sent to an address, the sender sees who received it only after they accepted. Only the receiver sees `seat`: whether the sender has a free seat.',
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
  seat: null,
  waits_for_seat: false,
  created_at: exampleTime,
};
const receivedExample = { ...sentExample, invited_email: null, seat: 'free', sender_user_id: exampleId.ana };

const pathDescriptions = { id: 'The id of the invitation.' };
const sent = { ...created('The invitation.', invitationSchema, sentExample), message: answerWording.INVITATION_SENT };
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
const actLimits = `You can send ${INVITATIONS_PER_DAY} invitations a day. While you have no friends, you can send ${FIRST_INVITATIONS} to addresses in ${FIRST_INVITATIONS_DAYS} days. Further invitations return 409.`;
const answeredAs = z.object({ id: uuidSchema, status: z.enum(['accepted', 'declined']) });

const withdrawal = {
  summary: 'Withdraw an invitation',
  callers: 'The sender. Returns 404 otherwise, and 409 if the invitation has an answer.',
  pathDescriptions,
  repeatable: 'key',
  success: messageSuccess(exampleId.invitation, 'The invitation was withdrawn.', answerWording.INVITATION_CANCELLED),
  failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED'),
} as const;

export const invitationOperations = describeOperations('Invitations', 'member', {
  'POST /friends/invite': {
    id: 'invite',
    summary: 'Invite by e-mail address or id',
    details: `Sends a mail if \`email\` contains an @. Otherwise it must be the id of a member, who finds the invitation in the app. ${actLimits}`,
    body: { schema: inviteSchema, example: { id: exampleId.invitation, email: 'ben@example.com' } },
    repeatable: 'id',
    success: sent,
    failures: [
      ...refusals,
      failed(422, answerWording.ADDRESS_MISSING),
      failed(422, answerWording.ADDRESS_INVALID),
      hiddenCharacters,
      unusualCapitals,
    ],
    limits: ['invite'],
  },
  'POST /friends/invite-by-id/:id': {
    id: 'inviteById',
    summary: 'Invite a member by their id',
    details: actLimits,
    pathDescriptions: { id: 'The id of the member to invite.' },
    body: { schema: inviteByIdSchema, example: { id: exampleId.invitation }, optional: true },
    repeatable: 'id',
    success: {
      ...sent,
      example: {
        ...sentExample,
        invited_email: null,
        receiver_user_id: exampleId.ben,
        receiver_name: 'Ben',
      },
    },
    failures: refusals,
    limits: ['invite'],
  },
  'GET /friends/invitations/sent': {
    id: 'listSentInvitations',
    summary: 'List sent invitations',
    details: 'Lists your invitations that have no answer yet, newest first.',
    query: beforeQuery,
    success: success('A page of invitations.', newestPartOf(invitationSchema), { items: [sentExample] }),
    failures: [failed(400)],
  },
  'GET /friends/invitations/received': {
    id: 'listReceivedInvitations',
    summary: 'List received invitations',
    details: 'Lists the invitations that wait for your answer, newest first.',
    query: beforeQuery,
    success: success('A page of invitations.', newestPartOf(z.extend(invitationSchema, { sender_user_id: uuidSchema })), {
      items: [receivedExample],
    }),
    failures: [failed(400)],
  },
  'POST /auth/invitations/preview': {
    access: 'anyone',
    id: 'previewInvitation',
    summary: 'Preview the invitation of a link',
    details:
      'For the page that an invitation link opens before sign-in. Changes nothing. Returns only what the mail contained, and 404 if the invitation is unknown, withdrawn or answered. With the `secret` of the mail, `address` says whether the address is proved or has an account.',
    callers: 'Anybody with the link.',
    body: { schema: previewRequestSchema, example: { token: exampleId.invitation } },
    success: success(
      'The inviter, and the address of the invitation. `picture` is a small WebP in base64.',
      component('InvitationPreview', visitorPreviewSchema, 'What an invitation link shows before sign-in.'),
      { name: 'Ana', picture: null, email: 'ben@example.com', at_once: false },
    ),
    failures: refused('INVITATION_NOT_FOUND'),
    limits: ['invitation'],
  },
  'POST /friends/invitations/look': {
    id: 'lookAtInvitation',
    summary: 'Get the invitation of a link',
    details:
      'For signed-in members who open an invitation link, before they accept it. Changes nothing. It is a POST so that the token is in the body and not in logs.',
    callers: 'Any member with the link.',
    body: { schema: takeInvitationSchema, example: { token: exampleId.invitation } },
    success: success(
      'The inviter, who has to answer, and your relationship to the inviter.',
      component('OfferedInvitation', offeredInvitationSchema, 'What an invitation link means for you.'),
      {
        name: 'Ana',
        picture: null,
        email: 'ben@example.com',
        at_once: false,
        inviter_id: exampleId.ana,
        waits_for: 'you',
        standing: 'open',
      },
    ),
    failures: refused('INVITATION_NOT_FOUND'),
    limits: ['invitation'],
  },
  'POST /friends/invitations/take': {
    id: 'takeInvitation',
    summary: 'Accept an invitation link',
    details:
      'For signed-in members who open an invitation link. An invitation by mail becomes one that you received and can answer, even if it was sent to another address. A link that a member made sends that member an invitation from you. If it makes friends at once and both of you have a free seat, you are friends, and `waits_for` is `nobody`.',
    callers: 'Any member with the link.',
    body: { schema: takeInvitationSchema, example: { token: exampleId.invitation } },
    repeatable: 'key',
    success: success(
      'The invitation, and who has to answer it.',
      component('TakenInvitation', takenInvitationSchema, 'The result of accepting an invitation link.'),
      { id: exampleId.invitation, waits_for: 'you', name: 'Ana' },
    ),
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
  'POST /friends/invitations/:id/respond': {
    id: 'respondToInvitation',
    summary: 'Answer an invitation',
    details: '`rejected` means `declined`. Returns 409 if the circle of either member is full.',
    callers: 'The member who received the invitation. Returns 404 otherwise.',
    pathDescriptions,
    body: { schema: answerSchema, example: { status: 'accepted' } },
    repeatable: 'key',
    success: {
      ...success('Your answer.', answeredAs, { id: exampleId.invitation, status: 'accepted' }),
      message: invitationAnswered({ answer: 'accepted' }),
    },
    failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED', 'CIRCLE_FULL', 'THEIR_CIRCLE_FULL', 'ALREADY_FRIENDS'),
  },
  'POST /friends/invitations/:id/wait': {
    id: 'waitForSeat',
    summary: 'Wait for a free seat',
    details:
      'You are notified once the sender has a free seat, and receive a mail if you do not read the notification. The sender is notified that somebody waits. The first to accept has the seat.',
    callers: 'The member who received the invitation. Returns 404 otherwise, and 409 if it has an answer.',
    pathDescriptions,
    repeatable: 'key',
    success: success('The invitation.', z.object({ id: uuidSchema }), { id: exampleId.invitation }),
    failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED'),
  },
  'POST /friends/invitations/:id/send-again': {
    id: 'sendInvitationAgain',
    summary: 'Send an invitation again',
    details: 'Sends the mail of an invitation to an address once more, at most once a day.',
    callers: 'The sender. Returns 404 otherwise, and 409 if the invitation has an answer.',
    pathDescriptions,
    repeatable: 'key',
    success: success('The invitation.', z.object({ id: uuidSchema }), { id: exampleId.invitation }),
    failures: refused('INVITATION_NOT_FOUND', 'INVITATION_ANSWERED', 'SENT_TODAY'),
    limits: ['invite'],
  },
  'POST /friends/invitations/:id/cancel': { id: 'cancelInvitation', ...withdrawal },
  'DELETE /friends/invitations/:id/cancel': { id: 'deleteInvitation', ...withdrawal },
});
