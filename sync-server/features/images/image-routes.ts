import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Actor } from '../../../schemas/base/refusal.ts';
import { isNewId } from '../../../schemas/base/uuid.ts';
import { imageUrl, imageVariants } from '../../../schemas/images/image.ts';
import { LENGTH_HEADER, OFFSET_CODE, OFFSET_HEADER } from '../../../schemas/images/image-parts.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { isKeyed, writeOf } from '../../rest/repeatable.ts';
import { photoSize, profileImageSize, type WantedSize } from './convert-image.ts';
import { readImage } from './read-image.ts';
import { forgetRefused, partOf, receiveImage, receivePart } from './receive-image.ts';
import { storeImage } from './store-image.ts';

/** An image that a row of the actor names, and what has arrived of it in parts. */
interface NamedImage {
  readonly stored: boolean;
  readonly wanted: WantedSize;
  readonly received: number;
  readonly total: number | null;
}

/** Images: sent by the member who chose them, read by those who may read a row that names them. */
export function imageRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();

  /** What a row of the actor names by this id, so that a body that changes nothing is not read. */
  const namedBy = async (actor: Actor, id: string): Promise<NamedImage | null> =>
    database.read(async (tx) => {
      const [image] = await tx<{ stored: boolean; width: number | null; height: number | null; received: number; total: number | null }[]>`
        select i.stored_at is not null as stored, i.width, i.height, coalesce(u.received, 0) as received, u.total
        from images i left join image_uploads u on u.image_id = i.id where i.id = ${id} and i.owner_id = ${actor.userId}`;
      if (!image) return null;
      const { width, height, ...arrived } = image;
      return { ...arrived, wanted: width === null || height === null ? profileImageSize : photoSize({ width, height }) };
    });

  routes.put('/images/:id', async (c) => {
    const actor = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    if (!isNewId(id)) throw new HttpError(422);
    const range = partOf(c);
    const named = await namedBy(actor, id);
    if (!named) return refusalResponse(c, 'NOT_FOUND');
    // With a key, the body says whether this is the same request. A part has no key: its range says what it is.
    if (named.stored && (range !== null || !isKeyed(c))) return ok(c, { url: imageUrl(id) });
    const image = range ? await receivePart(c, deps, { id, range, wanted: named.wanted }) : await receiveImage(c, engine, named.wanted);
    if ('received' in image) {
      if (image.received === range?.total) return ok(c, { url: imageUrl(id) });
      c.header(OFFSET_HEADER, String(image.received));
      return image.isHere ? ok(c, { url: imageUrl(id) }, 202) : fail(c, 409, OFFSET_CODE, answerWording.UPLOAD_OFFSET);
    }
    const verdict = await engine.run(actor, range ? null : writeOf(c), (context) => storeImage(context, { id, image }), { paid: true });
    if (verdict.allowed) return ok(c, { url: imageUrl(id) });
    if (verdict.code === 'IMAGE_SIZE') await forgetRefused(database, id);
    return refusalResponse(c, verdict.code);
  });

  routes.get('/images/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    if (c.req.method === 'HEAD') {
      const named = await namedBy(c.get('actor'), id);
      if (named && !named.stored) return uploadState(c, named);
    }
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

/** Tells the owner of an image that is still on its way from where to go on. */
function uploadState(c: Context<AppEnv>, { received, total }: NamedImage): Response {
  c.header(OFFSET_HEADER, String(received));
  if (total !== null) c.header(LENGTH_HEADER, String(total));
  return c.body(null, 204);
}

function matchesEtag(c: Context<AppEnv>, etag: string): boolean {
  const clientEtags = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return clientEtags.includes(etag) || clientEtags.includes('*');
}
