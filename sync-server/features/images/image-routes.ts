import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Actor } from '../../../schemas/base/refusal.ts';
import { isNewId } from '../../../schemas/base/uuid.ts';
import { imageUrl, imageVariants } from '../../../schemas/images/image.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { isKeyed, writeOf } from '../../rest/repeatable.ts';
import { photoSize, profileImageSize, type WantedSize } from './convert-image.ts';
import { readImage } from './read-image.ts';
import { receiveImage } from './receive-image.ts';
import { storeImage } from './store-image.ts';

/** Images: sent by the member who chose them, read by those who may read a row that names them. */
export function imageRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();

  /** What a row of the actor names by this id, so that a body that changes nothing is not read. */
  const namedBy = async (actor: Actor, id: string): Promise<{ readonly stored: boolean; readonly wanted: WantedSize } | null> =>
    database.read(async (tx) => {
      const [image] = await tx<{ stored: boolean; width: number | null; height: number | null }[]>`
        select stored_at is not null as stored, width, height from images where id = ${id} and owner_id = ${actor.userId}`;
      if (!image) return null;
      const { stored, width, height } = image;
      return { stored, wanted: width === null || height === null ? profileImageSize : photoSize({ width, height }) };
    });

  routes.put('/images/:id', async (c) => {
    const actor = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    if (!isNewId(id)) throw new HttpError(422);
    const named = await namedBy(actor, id);
    if (!named) return refusalResponse(c, 'NOT_FOUND');
    // With a key, the body says whether this is the same request.
    if (named.stored && !isKeyed(c)) return ok(c, { url: imageUrl(id) });
    const image = await receiveImage(c, engine, named.wanted);
    const verdict = await engine.run(actor, writeOf(c), (context) => storeImage(context, { id, image }), { paid: true });
    return verdict.allowed ? ok(c, { url: imageUrl(id) }) : refusalResponse(c, verdict.code);
  });

  routes.get('/images/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const variant = z.catch(z.enum(imageVariants), 'large').parse(c.req.query('size'));
    const image = await readFor(deps, c, (reading) => readImage(reading, id, variant));
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
