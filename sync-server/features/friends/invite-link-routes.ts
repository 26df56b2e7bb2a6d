import { Hono } from 'hono';
import { INVITE_LINK_USES, makeInviteLinkSchema, TOO_MANY_INVITE_LINKS, tooManyInviteLinks } from '../../../schemas/friends/invite-link.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/envelope.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { makeInviteLink, openInviteLinks, revokeInviteLink } from './invite-links.ts';

/** The links by which a member invites: make, list, revoke. No device stores them. */
export function inviteLinkRoutes({ database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/friends/invite-links', async (c) => {
    const { uses = INVITE_LINK_USES } = await readJson(c, makeInviteLinkSchema);
    const made = await database.write((tx) => makeInviteLink(tx, c.get('actor').userId, uses));
    return made ? ok(c, made, 201) : fail(c, 409, TOO_MANY_INVITE_LINKS, tooManyInviteLinks);
  });
  routes.get('/friends/invite-links', async (c) => {
    return ok(c, { items: await database.read((tx) => openInviteLinks(tx, c.get('actor').userId)) });
  });
  routes.delete('/friends/invite-links/:id', async (c) => {
    const id = pathId(c, 'id', 'INVITATION_NOT_FOUND');
    const revoked = await database.write((tx) => revokeInviteLink(tx, c.get('actor').userId, id));
    return revoked ? ok(c, { id }) : refusalResponse(c, 'INVITATION_NOT_FOUND');
  });
  return routes;
}
