import { Hono } from 'hono';
import type { InvitationPreview } from '../../../schemas/friends/invitation-token.ts';
import type { Database } from '../../db/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { shrinkImage } from '../images/convert-image.ts';
import { seatOf } from './invitation-token.ts';

/**
 * Shows who invites, for the page that an invitation link opens. Nobody is signed in there yet, and images are for members only, so the
 * answer contains the inviter's picture.
 */
export function invitationTokenRoutes({
  database,
  rateLimits,
}: {
  readonly database: Database;
  readonly rateLimits: RateLimits;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/invitations/:token', async (c) => {
    await rateLimits.count(c, 'invitation');
    c.header('Cache-Control', 'no-store');
    const seat = await database.read((tx) => seatOf(tx, c.req.param('token')));
    if (!seat) return refusalResponse(c, 'INVITATION_NOT_FOUND');
    const picture = seat.picture && (await shrinkImage(seat.picture));
    const answer: InvitationPreview = { name: seat.name, email: seat.email, picture: picture?.toString('base64') ?? null };
    return ok(c, answer);
  });
  return routes;
}
