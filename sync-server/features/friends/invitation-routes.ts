import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { type TakenInvitation, takeInvitationSchema } from '../../../schemas/friends/invitation-token.ts';
import { answerWording, invitationAnswered } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/envelope.ts';
import { newestPartAnswer, pagePlace } from '../../http/page-place.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { invited } from '../../rest/invited.ts';
import { pathId } from '../../rest/path-id.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { invite, type NewInvitation } from './invite.ts';
import { respond } from './respond.ts';
import { takeInvitation, takenInvitation } from './take-invitation.ts';

export const inviteSchema = z.object({ id: z.optional(uuidSchema), email: z.optional(z.string()), user_id: z.optional(z.string()) });
export const inviteByIdSchema = z.object({ id: z.optional(uuidSchema) });
export const answerSchema = z.object({
  status: z.pipe(
    z.enum(['accepted', 'declined', 'rejected']),
    z.transform((status) => (status === 'rejected' ? 'declined' : status)),
  ),
});

/** Friend invitations: send, answer, cancel, list. */
export function invitationRoutes({ engine, database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  async function send(c: Context<AppEnv>, givenId: string | undefined, to: NewInvitation['to']) {
    const actor = c.get('actor');
    const { id, write } = creationOf(c, 'invitations', givenId);
    const verdict = await engine.run(actor, write, (context) => invite(context, { id, inviter_id: actor.userId, to }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [sent] = await database.read((tx) => visibleRows(engine, tx, actor.userId, 'invitations', [id]));
    if (!sent) return refusalResponse(c, 'INVITATION_NOT_FOUND');
    return ok(c, { ...sent, message: answerWording.INVITATION_SENT }, 201);
  }

  routes.post('/friends/invite', async (c) => {
    const body = await readJson(c, inviteSchema);
    return send(c, body.id, invited(body));
  });

  routes.post('/friends/invite-by-id/:id', async (c) => {
    const member = pathId(c, 'id', 'USER_NOT_FOUND');
    const body = await readJson(c, inviteByIdSchema);
    return send(c, body.id, { member });
  });

  /** Pending invitations as this side of them sees them, newest first. */
  function pendingInvitations(c: Context<AppEnv>, side: 'inviter_id' | 'receiver_user_id') {
    const viewer = c.get('actor').userId;
    const { limit, before } = pagePlace(c.req.query());
    return database.read(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        select id from friend_invitations
        where ${tx(side)} = ${viewer} and status = 'pending'
          ${before ? tx`and (created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
        order by created_at desc, id desc
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return { items: await visibleRows(engine, tx, viewer, 'invitations', ids), hasMore: rows.length > limit };
    });
  }

  routes.get('/friends/invitations/sent', async (c) => {
    const { items, hasMore } = await pendingInvitations(c, 'inviter_id');
    return ok(
      c,
      newestPartAnswer(items, hasMore, (item) => item),
    );
  });

  routes.get('/friends/invitations/received', async (c) => {
    const { items, hasMore } = await pendingInvitations(c, 'receiver_user_id');
    const received = items.map((item) => ({ ...item, sender_user_id: item.inviter_id }));
    return ok(
      c,
      newestPartAnswer(received, hasMore, (item) => item),
    );
  });

  routes.post('/friends/invitations/take', async (c) => {
    const { token } = await readJson(c, takeInvitationSchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => takeInvitation(context, { token }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const taken: TakenInvitation | undefined = await database.read((tx) => takenInvitation(tx, c.get('actor').userId, token));
    return taken ? ok(c, taken) : refusalResponse(c, 'INVITATION_NOT_FOUND');
  });

  routes.post('/friends/invitations/:id/respond', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const { status } = await readJson(c, answerSchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => respond(context, { id, status }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    return ok(c, { id, status, message: invitationAnswered({ answer: status }) });
  });

  routes.on(['POST', 'DELETE'], '/friends/invitations/:id/cancel', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => cancelInvitation(context, { id }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    return ok(c, { id, message: answerWording.INVITATION_CANCELLED });
  });

  // Any other path below it is no invitation, and must not be taken for a friend's id.
  routes.all('/friends/invitations/*', (c) => fail(c, 404));
  return routes;
}
