import { type Context, Hono } from 'hono';
import type { Actor } from '../../../schemas/base/refusal.ts';
import { isNewId } from '../../../schemas/base/uuid.ts';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { isKeyed, writeOf } from '../../rest/repeatable.ts';
import { isNamed } from './own-image.ts';
import { readImage } from './read-image.ts';
import { receiveImage } from './receive-image.ts';
import { storeImage } from './store-image.ts';

/** Images: sent by the member who chose them, read by those who may read a row that names them. */
export function imageRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();

  /** Whether the bytes of the actor's image are there, or may come; so that a body that changes nothing is not read. */
  const stateFor = async (actor: Actor, id: string): Promise<'stored' | 'open' | 'none'> =>
    database.read(async (tx) => {
      const [image] = await tx<{ owner_id: string }[]>`select owner_id from images where id = ${id} and bytes is not null`;
      if (image) return image.owner_id === actor.userId ? 'stored' : 'none';
      return (await isNamed(tx, actor, id)) ? 'open' : 'none';
    });

  routes.put('/images/:id', async (c) => {
    const actor = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    if (!isNewId(id)) throw new HttpError(422);
    const state = await stateFor(actor, id);
    // With a key, the body says whether this is the same request.
    if (state === 'stored' && !isKeyed(c)) return ok(c, { url: imageUrl(id) });
    if (state === 'none') return refusalResponse(c, 'NOT_FOUND');
    const image = await receiveImage(c, engine);
    const verdict = await engine.run(actor, writeOf(c), (context) => storeImage(context, { id, image }), { paid: true });
    return verdict.allowed ? ok(c, { url: imageUrl(id) }) : refusalResponse(c, verdict.code);
  });

  routes.get('/images/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const image = await readFor(deps, c, (reading) => readImage(reading, id));
    if (!image) return refusalResponse(c, 'NOT_FOUND');
    const etag = `"${image.hash}"`;
    c.header('ETag', etag);
    if (matchesEtag(c, etag)) return c.body(null, 304);
    return c.body(new Uint8Array(image.bytes), 200, { 'Content-Type': image.type, 'Content-Disposition': 'inline; filename="image.webp"' });
  });

  return routes;
}

function matchesEtag(c: Context<AppEnv>, etag: string): boolean {
  const clientEtags = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return clientEtags.includes(etag) || clientEtags.includes('*');
}
