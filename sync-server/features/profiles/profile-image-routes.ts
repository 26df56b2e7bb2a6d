import { Hono } from 'hono';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import type { CommandContext } from '../../sync/command.ts';
import { profileImageSize } from '../images/convert-image.ts';
import { receiveImage } from '../images/receive-image.ts';
import { storeImage } from '../images/store-image.ts';
import { updateProfile } from './update-profile.ts';

/** Sets and removes the photo of the signed-in member. */
export function profileImageRoutes({ engine }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/profiles/me/image', async (c) => {
    const actor = c.get('actor');
    const image = await receiveImage(c, engine, profileImageSize);
    const { id, write } = creationOf(c, 'images', undefined);
    const profile_image_url = imageUrl(id);
    const setPhoto = async (context: CommandContext) => {
      const named = await updateProfile(context, { id: actor.userId, profile_image_url });
      return named.allowed ? storeImage(context, { id, image }) : named;
    };
    const verdict = await engine.run(actor, write, setPhoto, { paid: true });
    return verdict.allowed ? ok(c, { profile_image_url }, 201) : refusalResponse(c, verdict.code);
  });

  routes.delete('/profiles/me/image', async (c) => {
    const actor = c.get('actor');
    const verdict = await engine.run(actor, writeOf(c), (context) => updateProfile(context, { id: actor.userId, profile_image_url: null }));
    return verdict.allowed ? ok(c, { profile_image_url: null }) : refusalResponse(c, verdict.code);
  });

  return routes;
}
