import { Hono } from 'hono';
import { allow, refuse } from '../../../../schemas/base/refusal.ts';
import { makeInviteLinkSchema } from '../../../../schemas/friends/invite-link.ts';
import { INVITE_LINK_USES, TOO_MANY_INVITE_LINKS, tooManyInviteLinks } from '../../../../schemas/friends/invite-link-limits.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { ok, refusalResponse } from '../../../http/errors/envelope.ts';
import { HttpError } from '../../../http/errors/http-error.ts';
import { counted } from '../../../http/limits/rate-limits.ts';
import { readJson } from '../../../http/read-body.ts';
import type { FeatureDeps } from '../../../rest/feature-deps.ts';
import { pathId } from '../../../rest/path-id.ts';
import { creationOf, tokenOf, writeOf } from '../../../rest/repeatable.ts';
import { inviteLinkOf, listInviteLinks, makeInviteLink, revokeInviteLink } from './invite-links.ts';

/** The links by which a member invites: make, list, revoke. No device stores them. */
export function inviteLinkRoutes({ engine, database, rateLimits }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/friends/invite-links', counted(rateLimits, 'invite'), async (c) => {
    const actor = c.get('actor');
    const { uses = INVITE_LINK_USES, at_once: atOnce = false } = await readJson(c, makeInviteLinkSchema);
    const { id, write } = creationOf(c, 'invite-links', undefined);
    const token = tokenOf(c);
    const verdict = await engine.run(actor, write, async ({ tx }) => {
      if (await makeInviteLink(tx, actor.userId, { id, token, uses, atOnce })) return allow;
      throw new HttpError(409, { code: TOO_MANY_INVITE_LINKS, message: tooManyInviteLinks });
    });
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    // Of a repeated request the link may be gone since.
    const link = await database.read((tx) => inviteLinkOf(tx, actor.userId, id));
    return link ? ok(c, { ...link, token }, 201) : refusalResponse(c, 'INVITATION_NOT_FOUND');
  });
  routes.get('/friends/invite-links', async (c) => {
    return ok(c, { items: await database.read((tx) => listInviteLinks(tx, c.get('actor').userId)) });
  });
  routes.delete('/friends/invite-links/:id', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const actor = c.get('actor');
    const verdict = await engine.run(actor, writeOf(c), async ({ tx }) =>
      (await revokeInviteLink(tx, actor.userId, id)) ? allow : refuse('INVITATION_NOT_FOUND'),
    );
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });
  return routes;
}
