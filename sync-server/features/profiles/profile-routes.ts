import { Hono } from 'hono';
import * as z from 'zod/mini';
import { allow } from '../../../schemas/base/refusal.ts';
import { profile as profileEntity, themeSchema } from '../../../schemas/profiles/profile.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { metPerson } from '../../rest/met-person.ts';
import { pathId } from '../../rest/path-id.ts';
import { type Reading, readFor } from '../../rest/reading.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { setSetting } from '../settings/set-setting.ts';
import { updateProfile } from './update-profile.ts';

export const updateProfileSchema = z.partial(
  z.extend(profileEntity.text, { display_name: profileEntity.text.shape.name, theme: themeSchema }),
);

/** Profiles: read and change the member's own, and read those of others as far as the viewer may see them. */
export function profileRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  async function ownProfile(reading: Reading) {
    const { viewer } = reading;
    const profile = await wholeProfile(reading, viewer);
    if (!profile) return null;
    const [theme] = await visibleRows(reading, 'settings', [settingId(viewer, 'theme')]);
    return { ...profile, theme: theme?.value ?? 'system' };
  }

  async function wholeProfile(reading: Reading, id: string) {
    const [profile] = await visibleRows(reading, 'profiles', [id]);
    if (!profile) return null;
    const [contact] = await visibleRows(reading, 'contacts', [id]);
    return { ...profile, display_name: profile.name, email: contact?.email ?? null };
  }

  routes.get('/profiles/me', async (c) => {
    const profile = await readFor(deps, c, ownProfile);
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  routes.put('/profiles/me', async (c) => {
    const actor = c.get('actor');
    const { theme, display_name, ...body } = await readJson(c, updateProfileSchema);
    const update = { ...body, name: body.name ?? display_name };
    const verdict = await deps.engine.run(actor, writeOf(c), async (context) => {
      const profile = Object.values(update).some((value) => value !== undefined)
        ? await updateProfile(context, { ...update, id: actor.userId })
        : allow;
      if (!profile.allowed || theme === undefined) return profile;
      return setSetting(context, { user_id: actor.userId, key: 'theme', value: theme });
    });
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const profile = await readFor(deps, c, ownProfile);
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  routes.get('/profiles/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const profile = await readFor(
      deps,
      c,
      async (reading) => (await wholeProfile(reading, id)) ?? (await metPerson(reading.tx, reading.viewer, id)),
    );
    return profile ? ok(c, profile) : refusalResponse(c, 'NOT_FOUND');
  });

  return routes;
}
