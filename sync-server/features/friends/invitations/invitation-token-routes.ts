import { Hono } from 'hono';
import { previewRequestSchema, type VisitorPreview } from '../../../../schemas/friends/invitation-token.ts';
import type { Joining } from '../../../accounts/joining/joining.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { ok, refusalResponse } from '../../../http/errors/envelope.ts';
import type { RateLimits } from '../../../http/limits/rate-limits.ts';
import { readJson } from '../../../http/read-body.ts';
import { previewOf, seatOf } from './invitation-token.ts';

/**
 * Shows who invites, for the page that an invitation link opens. Nobody is signed in there yet, and images are for members only, so the
 * answer contains the inviter's picture.
 */
export function invitationTokenRoutes({
  database,
  rateLimits,
  joining,
}: {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly joining: Joining;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  // The token is in the body, because addresses are logged.
  routes.post('/invitations/preview', async (c) => {
    const { token, secret } = await readJson(c, previewRequestSchema);
    await rateLimits.count(c, 'invitation');
    const seat = await database.read((tx) => seatOf(tx, token));
    if (!seat) return refusalResponse(c, 'INVITATION_NOT_FOUND');
    const { state } = secret === undefined ? { state: 'unknown' } : await joining.find({ token, secret });
    const address = state === 'unknown' ? {} : ({ address: state === 'open' ? 'proved' : 'has_account' } as const);
    const answer: VisitorPreview = { ...(await previewOf(seat)), ...address };
    return ok(c, answer);
  });
  return routes;
}
