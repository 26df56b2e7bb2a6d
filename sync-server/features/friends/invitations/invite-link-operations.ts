/** Describes the routes of `invite-link-routes.ts` for the API document. */
import { inviteLinkSchema, madeInviteLinkSchema, makeInviteLinkSchema } from '../../../../schemas/friends/invite-link.ts';
import {
  FRIEND_LINK_MINUTES,
  INVITE_LINK_DAYS,
  INVITE_LINKS_LISTED_MAX,
  INVITE_LINKS_MAX,
  TOO_MANY_INVITE_LINKS,
  tooManyInviteLinks,
} from '../../../../schemas/friends/invite-link-limits.ts';
import { created, idSuccess, listOf, success } from '../../../api-document/common.ts';
import { exampleId, exampleTime } from '../../../api-document/examples.ts';
import { component } from '../../../api-document/json-schema.ts';
import { describeOperations, refused } from '../../../api-document/operation.ts';

component(
  'InviteLink',
  inviteLinkSchema,
  'An invitation link of yours: how many people can use it (`uses`), how many have (`used`), and who (`came`).',
);

const example = {
  id: exampleId.invitation,
  uses: 3,
  at_once: false,
  used: 1,
  came: [{ id: exampleId.ben, name: 'Ben' }],
  created_at: exampleTime,
  expires_at: '2026-11-20T09:30:00.000Z',
};

export const inviteLinkOperations = describeOperations('Invitations', 'member', {
  'POST /friends/invite-links': {
    id: 'makeInviteLink',
    summary: 'Create an invitation link',
    details: `The link is \`/auth#invite=<token>\`. It works for ${INVITE_LINK_DAYS} days, and for one person unless you set \`uses\`. A visitor who signs up with it, or a member who accepts it, sends you a friend invitation that you can accept or decline. With \`at_once\`, the link works for one person and ${FRIEND_LINK_MINUTES} minutes, and that person is your friend at once, if both of you have a free seat. Otherwise they send you an invitation. A visitor has to confirm their address in the browser that signed up. The server stores only a hash of the token, so this answer, and the answer to the same request with the same \`Idempotency-Key\`, is the only place to get it. You can have ${INVITE_LINKS_MAX} open links.`,
    body: { schema: makeInviteLinkSchema, example: { uses: 3 } },
    repeatable: 'key',
    success: created(
      'The link, with its token.',
      component('MadeInviteLink', madeInviteLinkSchema, 'A new invitation link, with its token.'),
      { ...example, used: 0, came: [], token: 'q3Hn…' },
    ),
    failures: [{ status: 409, code: TOO_MANY_INVITE_LINKS, message: tooManyInviteLinks }, ...refused('INVITATION_NOT_FOUND')],
    limits: ['invite'],
  },
  'GET /friends/invite-links': {
    id: 'listInviteLinks',
    summary: 'List your invitation links',
    details: 'Open links first, then used links until they expire. Each names the members who used it.',
    success: success('Your invitation links.', listOf(INVITE_LINKS_LISTED_MAX, inviteLinkSchema), { items: [example] }),
  },
  'DELETE /friends/invite-links/:id': {
    id: 'revokeInviteLink',
    summary: 'Revoke an invitation link',
    details: 'Nobody can use the link any more. Invitations that it has sent stay open.',
    callers: 'The member who created the link. Returns 404 otherwise.',
    pathDescriptions: { id: 'The id of the link.' },
    repeatable: 'key',
    success: idSuccess(exampleId.invitation, 'The link was revoked.'),
    failures: refused('INVITATION_NOT_FOUND'),
  },
});
