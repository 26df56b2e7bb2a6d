import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema } from '../../../../schemas/base/ids.ts';
import { type OfferedInvitation, type TakenInvitation, takeInvitationSchema } from '../../../../schemas/friends/invitation-token.ts';
import { answerWording, invitationAnswered } from '../../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../../http/errors/envelope.ts';
import { counted } from '../../../http/limits/rate-limits.ts';
import { newestPartAnswer, pageBefore } from '../../../http/pages.ts';
import { readJson } from '../../../http/read-body.ts';
import type { FeatureDeps } from '../../../rest/feature-deps.ts';
import { invited } from '../../../rest/invited.ts';
import { pathId } from '../../../rest/path-id.ts';
import { readFor } from '../../../rest/reading.ts';
import { creationOf, writeOf } from '../../../rest/repeatable.ts';
import { visibleRows } from '../../../rest/visible-rows.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { previewOf } from './invitation-token.ts';
import { invite, type NewInvitation } from './invite.ts';
import { offerTo } from './offer-to.ts';
import { respond } from './respond.ts';
import { sendAgain } from './send-again.ts';
import { takeInvitation, takenInvitation } from './take-invitation.ts';
import { waitForSeat } from './wait-for-seat.ts';

export const inviteSchema = z.object({ id: z.optional(newIdSchema), email: z.optional(z.string()), user_id: z.optional(z.string()) });
export const inviteByIdSchema = z.object({ id: z.optional(newIdSchema) });
export const answerSchema = z.object({
  status: z.pipe(
    z.enum(['accepted', 'declined', 'rejected']),
    z.transform((status) => (status === 'rejected' ? 'declined' : status)),
  ),
});

/** Friend invitations: send, answer, cancel, list. */
export function invitationRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database, rateLimits } = deps;
  const routes = new Hono<AppEnv>();
  const countInvite = counted(rateLimits, 'invite');

  async function send(c: Context<AppEnv>, givenId: string | undefined, to: NewInvitation['to']) {
    const actor = c.get('actor');
    const { id, write } = creationOf(c, 'invitations', givenId);
    const verdict = await engine.run(actor, write, (context) => invite(context, { id, inviter_id: actor.userId, to }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [sent] = await readFor(deps, c, (reading) => visibleRows(reading, 'invitations', [id]));
    if (!sent) return refusalResponse(c, 'INVITATION_NOT_FOUND');
    return ok(c, sent, 201, answerWording.INVITATION_SENT);
  }

  routes.post('/friends/invite', countInvite, async (c) => {
    const body = await readJson(c, inviteSchema);
    return send(c, body.id, invited(body));
  });

  routes.post('/friends/invite-by-id/:id', countInvite, async (c) => {
    const member = pathId(c, 'id', 'USER_NOT_FOUND');
    const body = await readJson(c, inviteByIdSchema);
    return send(c, body.id, { member });
  });

  /** A page of pending invitations as this side of them sees them, newest first. */
  function pendingInvitations(c: Context<AppEnv>, side: 'inviter_id' | 'receiver_user_id') {
    const { limit, before } = pageBefore(c.req.query());
    return readFor(deps, c, async (reading) => {
      const { tx, viewer } = reading;
      const rows = await tx<{ id: string }[]>`
        select id from friend_invitations
        where ${tx(side)} = ${viewer} and status = 'pending'
          ${before ? tx`and (created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
        order by created_at desc, id desc
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return newestPartAnswer(await visibleRows(reading, 'invitations', ids), rows.length > limit, (item) => item);
    });
  }

  routes.get('/friends/invitations/sent', async (c) => ok(c, await pendingInvitations(c, 'inviter_id')));

  routes.get('/friends/invitations/received', async (c) => {
    const part = await pendingInvitations(c, 'receiver_user_id');
    return ok(c, { ...part, items: part.items.map((item) => ({ ...item, sender_user_id: item.inviter_id })) });
  });

  // The token is in the body, because proxies log addresses.
  routes.post('/friends/invitations/look', counted(rateLimits, 'invitation'), async (c) => {
    const { token } = await readJson(c, takeInvitationSchema);
    const offer = await database.read((tx) => offerTo(tx, c.get('actor').userId, token));
    if (!offer) return refusalResponse(c, 'INVITATION_NOT_FOUND');
    const { seat, waitsFor, standing } = offer;
    const answer: OfferedInvitation = { ...(await previewOf(seat)), inviter_id: seat.inviterId, waits_for: waitsFor, standing };
    return ok(c, answer);
  });

  routes.post('/friends/invitations/take', countInvite, async (c) => {
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
    return ok(c, { id, status }, 200, invitationAnswered({ answer: status }));
  });

  routes.post('/friends/invitations/:id/wait', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => waitForSeat(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  routes.post('/friends/invitations/:id/send-again', countInvite, async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => sendAgain(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  routes.on(['POST', 'DELETE'], '/friends/invitations/:id/cancel', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => cancelInvitation(context, { id }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    return ok(c, { id }, 200, answerWording.INVITATION_CANCELLED);
  });

  // Any other path below it is no invitation, and must not be taken for a friend's id.
  routes.all('/friends/invitations/*', (c) => fail(c, 404));
  return routes;
}
