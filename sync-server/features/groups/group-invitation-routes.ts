import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/envelope.ts';
import { newestPartAnswer, pagePlace, partAnswer, placeAfter } from '../../http/page-place.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { invited } from '../../rest/invited.ts';
import { pathId } from '../../rest/path-id.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { cancelGroupInvitation } from './cancel-group-invitation.ts';
import { groupInvitationViews, groupViews, invitationsOf } from './group-views.ts';
import { inviteToGroup } from './invite-to-group.ts';
import { respondToGroup } from './respond-to-group.ts';

export const inviteSchema = z.object({
  id: z.optional(uuidSchema),
  email: z.optional(z.string()),
  user_id: z.optional(z.string()),
  // An invited person joins as a member; other roles are given afterwards.
  role: z.optional(z.literal('member')),
});

/** Invitations into groups: send, answer, cancel, list. */
export function groupInvitationRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();

  async function answer(c: Context<AppEnv>, status: 'accepted' | 'declined') {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => respondToGroup(context, { id, status }));
    return verdict.allowed ? ok(c, { id, status, message: invitationAnswered({ answer: status }) }) : refusalResponse(c, verdict.code);
  }

  routes.get('/groups/invitations', async (c) => {
    const viewer = c.get('actor').userId;
    const { limit, before } = pagePlace(c.req.query());
    const part = await database.read(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        select id from group_invitations
        where invitee_id = ${viewer} and status = 'pending'
          ${before ? tx`and (created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
        order by created_at desc, id desc
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return newestPartAnswer(await groupInvitationViews(deps, tx, viewer, ids), rows.length > limit, (invitation) => invitation);
    });
    return ok(c, part);
  });

  routes.post('/groups/invitations/:id/accept', (c) => answer(c, 'accepted'));
  routes.post('/groups/invitations/:id/decline', (c) => answer(c, 'declined'));
  routes.on(['POST', 'DELETE'], '/groups/invitations/:id/cancel', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => cancelGroupInvitation(context, { id }));
    return verdict.allowed ? ok(c, { id, message: answerWording.INVITATION_CANCELLED }) : refusalResponse(c, verdict.code);
  });
  // Any other path below it is no invitation, and must not be taken for a group's id.
  routes.all('/groups/invitations/*', (c) => fail(c, 404));

  routes.get('/groups/:id/invitations', async (c) => {
    const viewer = c.get('actor').userId;
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const place = placeAfter(c.req.query());
    const part = await database.read(async (tx) => {
      const [group] = await groupViews(deps, tx, viewer, [id]);
      if (!group) return null;
      const { invitations, hasMore } = await invitationsOf(deps, tx, viewer, id, place);
      return partAnswer(invitations, hasMore, (invitation) => invitation);
    });
    return part ? ok(c, part) : refusalResponse(c, 'GROUP_NOT_FOUND');
  });

  routes.post('/groups/:id/invite', async (c) => {
    const actor = c.get('actor');
    const group_id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const body = await readJson(c, inviteSchema);
    const to = invited(body);
    const { id, write } = creationOf(c, 'invitations', body.id);
    const invitation = { id, group_id, inviter_id: actor.userId, to };
    const verdict = await engine.run(actor, write, (context) => inviteToGroup(context, invitation));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [sent] = await database.read((tx) => groupInvitationViews(deps, tx, actor.userId, [id]));
    return sent ? ok(c, { ...sent, message: answerWording.INVITATION_SENT }, 201) : refusalResponse(c, 'INVITATION_NOT_FOUND');
  });

  return routes;
}
