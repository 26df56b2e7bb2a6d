import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema } from '../../../schemas/base/ids.ts';
import { invitedRoleSchema } from '../../../schemas/groups/group.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { newestPartAnswer, pageAfter, pageBefore, partAnswer } from '../../http/pages.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { invited } from '../../rest/invited.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { cancelGroupInvitation } from './cancel-group-invitation.ts';
import { groupInvitationViews, groupViews, invitationsOf } from './group-views.ts';
import { inviteToGroup } from './invite-to-group.ts';
import { respondToGroup } from './respond-to-group.ts';

export const inviteSchema = z.object({
  id: z.optional(newIdSchema),
  email: z.optional(z.string()),
  user_id: z.optional(z.string()),
  role: z.optional(invitedRoleSchema),
});

/** Invitations into groups: send, answer, cancel, list. */
export function groupInvitationRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();

  async function answer(c: Context<AppEnv>, status: 'accepted' | 'declined') {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => respondToGroup(context, { id, status }));
    return verdict.allowed ? ok(c, { id, status }, 200, invitationAnswered({ answer: status })) : refusalResponse(c, verdict.code);
  }

  routes.get('/groups/invitations', async (c) => {
    const { limit, before } = pageBefore(c.req.query());
    const part = await readFor(deps, c, async (reading) => {
      const { tx, viewer } = reading;
      const rows = await tx<{ id: string }[]>`
        select id from group_invitations
        where invitee_id = ${viewer} and status = 'pending'
          ${before ? tx`and (created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
        order by created_at desc, id desc
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return newestPartAnswer(await groupInvitationViews(reading, ids), rows.length > limit, (invitation) => invitation);
    });
    return ok(c, part);
  });

  routes.post('/groups/invitations/:id/accept', (c) => answer(c, 'accepted'));
  routes.post('/groups/invitations/:id/decline', (c) => answer(c, 'declined'));
  routes.on(['POST', 'DELETE'], '/groups/invitations/:id/cancel', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => cancelGroupInvitation(context, { id }));
    return verdict.allowed ? ok(c, { id }, 200, answerWording.INVITATION_CANCELLED) : refusalResponse(c, verdict.code);
  });

  routes.get('/groups/:id/invitations', async (c) => {
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const page = pageAfter(c.req.query());
    const part = await readFor(deps, c, async (reading) => {
      const [group] = await groupViews(reading, [id]);
      if (!group) return null;
      const { invitations, hasMore } = await invitationsOf(reading, id, page);
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
    const invitation = { id, group_id, inviter_id: actor.userId, to, role: body.role ?? 'member' };
    const verdict = await engine.run(actor, write, (context) => inviteToGroup(context, invitation));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [sent] = await readFor(deps, c, (reading) => groupInvitationViews(reading, [id]));
    return sent ? ok(c, sent, 201, answerWording.INVITATION_SENT) : refusalResponse(c, 'INVITATION_NOT_FOUND');
  });

  return routes;
}
