import { Hono } from 'hono';
import * as z from 'zod/mini';
import { allow } from '../../../schemas/base/refusal.ts';
import { profileSchema, settingId, themeSchema } from '../../../schemas/profiles/profile.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { metPerson } from '../../rest/met-person.ts';
import { pathId } from '../../rest/path-id.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { setSetting } from '../settings/set-setting.ts';
import { updateProfile } from './update-profile.ts';

const { name, bio, location, interests, profile_image_url } = profileSchema.shape;
export const updateProfileSchema = z.partial(
  z.object({ name, display_name: name, bio, location, interests, profile_image_url, theme: themeSchema }),
);

/** Profiles: read and change the member's own, and read those of others as far as the viewer may see them. */
export function profileRoutes({ engine, database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  async function ownProfile(tx: Tx, viewer: string) {
    const profile = await wholeProfile(tx, viewer, viewer);
    if (!profile) return null;
    const [theme] = await visibleRows(engine, tx, viewer, 'settings', [settingId(viewer, 'theme')]);
    return { ...profile, theme: theme?.value ?? 'system' };
  }

  async function wholeProfile(tx: Tx, viewer: string, id: string) {
    const [profile] = await visibleRows(engine, tx, viewer, 'profiles', [id]);
    if (!profile) return null;
    const [contact] = await visibleRows(engine, tx, viewer, 'contacts', [id]);
    return { ...profile, display_name: profile.name, email: contact?.email ?? null };
  }

  routes.get('/profiles/me', async (c) => {
    const profile = await database.read((tx) => ownProfile(tx, c.get('actor').userId));
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  routes.put('/profiles/me', async (c) => {
    const actor = c.get('actor');
    const { theme, display_name, ...body } = await readJson(c, updateProfileSchema);
    const update = { ...body, name: body.name ?? display_name };
    const verdict = await engine.run(actor, writeOf(c), async (context) => {
      const profile = Object.values(update).some((value) => value !== undefined)
        ? await updateProfile(context, { ...update, id: actor.userId })
        : allow;
      if (!profile.allowed || theme === undefined) return profile;
      return setSetting(context, { user_id: actor.userId, key: 'theme', value: theme });
    });
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const profile = await database.read((tx) => ownProfile(tx, actor.userId));
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  routes.get('/profiles/:id', async (c) => {
    const viewer = c.get('actor').userId;
    const id = pathId(c, 'id', 'NOT_FOUND');
    const profile = await database.read(async (tx) => (await wholeProfile(tx, viewer, id)) ?? (await metPerson(tx, viewer, id)));
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  return routes;
}
