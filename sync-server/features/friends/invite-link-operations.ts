/** Describes the routes of `invite-link-routes.ts` for the API document. */
import {
  INVITE_LINK_DAYS,
  INVITE_LINKS_MAX,
  inviteLinkSchema,
  madeInviteLinkSchema,
  makeInviteLinkSchema,
  TOO_MANY_INVITE_LINKS,
  tooManyInviteLinks,
} from '../../../schemas/friends/invite-link.ts';
import { idSuccess, listOf } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { type Operation, refused } from '../../api-document/operation.ts';

component(
  'InviteLink',
  inviteLinkSchema,
  'A link of an invitation as its maker sees it: how many people it works for, and how many have come by it.',
);

const example = { id: exampleId.invitation, uses: 3, used: 1, created_at: exampleTime, expires_at: '2026-11-20T09:30:00.000Z' };
const ofLink = { tag: 'Invitations', access: 'member' } as const;

export const inviteLinkOperations: readonly Operation[] = [
  {
    ...ofLink,
    method: 'POST',
    path: '/friends/invite-links',
    id: 'makeInviteLink',
    summary: 'Make a link that invites',
    details: `For the address \`/auth?invite=<token>\`. Whoever signs up by it, or takes it as a member, asks its maker to be friends, who answers as ever. It works for ${INVITE_LINK_DAYS} days and for one person unless told. The token is told once: only a hash of it is kept. At most ${INVITE_LINKS_MAX} are open at the same time.`,
    callers: 'any member.',
    body: { schema: makeInviteLinkSchema, example: { uses: 3 } },
    successes: [
      {
        status: 201,
        description: 'The link, with its token.',
        data: component('MadeInviteLink', madeInviteLinkSchema, 'A link that has just been made.'),
        example: { ...example, used: 0, token: 'q3Hn…' },
      },
    ],
    failures: [{ status: 409, code: TOO_MANY_INVITE_LINKS, message: tooManyInviteLinks }],
    limits: ['invite'],
  },
  {
    ...ofLink,
    method: 'GET',
    path: '/friends/invite-links',
    id: 'listInviteLinks',
    summary: 'One’s own links that are open',
    callers: 'any member; each sees their own.',
    successes: [
      { status: 200, description: 'Newest first.', data: listOf(INVITE_LINKS_MAX, inviteLinkSchema), example: { items: [example] } },
    ],
  },
  {
    ...ofLink,
    method: 'DELETE',
    path: '/friends/invite-links/:id',
    id: 'revokeInviteLink',
    summary: 'Revoke a link',
    details: 'Who has asked by it before goes on waiting for an answer.',
    callers: 'who made it.',
    pathDescriptions: { id: 'The link.' },
    successes: [idSuccess(exampleId.invitation, 'It lets nobody in any more.')],
    failures: refused('INVITATION_NOT_FOUND'),
  },
];
