import { type Context, Hono } from 'hono';
import { v7 as uuidV7 } from 'uuid';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readImage } from './read-image.ts';
import { receiveImage } from './receive-image.ts';
import { storeImage } from './store-image.ts';

/** Images: sent by whoever chose them, read by whoever reads a row that names them. */
export function imageRoutes({ engine, database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  /** The owner of an image whose bytes are stored already, so that a body that changes nothing is not read. */
  const ownerOfStored = async (id: string): Promise<string | null> =>
    database.read(async (tx) => {
      const [image] = await tx<{ owner_id: string }[]>`select owner_id from images where id = ${id} and bytes is not null`;
      return image?.owner_id ?? null;
    });

  routes.put('/images/:id', async (c) => {
    const actor = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    const owner = await ownerOfStored(id);
    if (owner !== null && owner !== actor.userId) return refusalResponse(c, 'NOT_FOUND');
    if (owner === actor.userId) return ok(c, { url: imageUrl(id) });
    const image = await receiveImage(c);
    const verdict = await engine.run(actor, uuidV7(), (context) => storeImage(context, { id, image }));
    return verdict.allowed ? ok(c, { url: imageUrl(id) }) : refusalResponse(c, verdict.code);
  });

  routes.get('/images/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const image = await database.read((tx) => readImage(engine, tx, c.get('actor').userId, id));
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
