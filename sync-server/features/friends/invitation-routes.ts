import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { answerWording, invitationAnswered } from '../../../schemas/protocol/answer-wording.ts';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/envelope.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { invited } from '../rest/invited.ts';
import { pathId } from '../rest/path-id.ts';
import { creationOf, writeOf } from '../rest/repeatable.ts';
import { visibleRows } from '../rest/visible-rows.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { invite, type NewInvitation } from './invite.ts';
import { respond } from './respond.ts';

export const inviteSchema = z.object({ id: z.optional(uuidSchema), email: z.optional(z.string()), user_id: z.optional(z.string()) });
export const inviteByIdSchema = z.object({ id: z.optional(uuidSchema) });
export const answerSchema = z.object({
  status: z.pipe(
    z.enum(['accepted', 'declined', 'rejected']),
    z.transform((status) => (status === 'rejected' ? 'declined' : status)),
  ),
});

/** Friend invitations: send, answer, take back, list. */
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

  routes.get('/friends/invitations/sent', async (c) => {
    const viewer = c.get('actor').userId;
    const items = await database.read(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        select id from friend_invitations where inviter_id = ${viewer} and status = 'pending' order by created_at desc, id`;
      return visibleRows(
        engine,
        tx,
        viewer,
        'invitations',
        rows.map((row) => row.id),
      );
    });
    return ok(c, { items });
  });

  routes.get('/friends/invitations/received', async (c) => {
    const viewer = c.get('actor').userId;
    const items = await database.read(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        select id from friend_invitations where receiver_user_id = ${viewer} and status = 'pending' order by created_at desc, id`;
      return visibleRows(
        engine,
        tx,
        viewer,
        'invitations',
        rows.map((row) => row.id),
      );
    });
    return ok(c, { items: items.map((item) => ({ ...item, sender_user_id: item.inviter_id })) });
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

  // Anything else below it is no invitation, and must not be taken for a friend's id.
  routes.all('/friends/invitations/*', (c) => fail(c, 404));
  return routes;
}
