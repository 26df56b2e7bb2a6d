/**
 * An image from the body of a request, raw or as the `file` of a form, converted. Only a few bodies are read at a time, which bounds the
 * images that wait for their conversion, in turns by member. The answer to a request beyond that says when to send it again. The member's
 * budget of writes pays for the pixels, one write for each million of them.
 */
import type { Context } from 'hono';
import { IMAGE_MAX_BYTES, type ImageRefusal } from '../../../schemas/images/image.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { refusalError } from '../../http/errors/refusal-error.ts';
import { createFairQueue } from '../../http/limits/fair-queue.ts';
import { readBytes } from '../../http/read-body.ts';
import type { Engine } from '../../sync/engine.ts';
import { type ConvertedImage, convertImage, type WantedSize } from './convert-image.ts';

/** Boundaries and headers around the file in a form. */
const FORM_BYTES = 16 * 1024;
const queue = createFairQueue({ running: 12, waiting: 40, refusal: () => new HttpError(503, { retryAfterSeconds: 5 }) });

const refused = (code: ImageRefusal): HttpError => refusalError(code);

async function fileOfForm(body: Buffer, contentType: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof Blob)) throw new HttpError(400);
  if (file.size > IMAGE_MAX_BYTES) throw refused('IMAGE_TOO_LARGE');
  return Buffer.from(await file.arrayBuffer());
}

/**
 * Pays for one write and for the pixels, so the act that stores the image is run as `paid`.
 *
 * @throws HttpError with its words if this is no image that is accepted, 429 if the member's budget is used up, 503 if too many are sent at
 * the same time
 */
export async function receiveImage(c: Context<AppEnv>, engine: Engine, wanted: WantedSize): Promise<ConvertedImage> {
  const actor = c.get('actor');
  await engine.pay(actor);
  return queue.run(actor.userId, async () => {
    const contentType = c.req.header('content-type') ?? '';
    const isForm = /^multipart\/form-data\b/i.test(contentType);
    const body = await readBytes(c, IMAGE_MAX_BYTES + (isForm ? FORM_BYTES : 0), () => refused('IMAGE_TOO_LARGE'));
    const image = await convertImage(isForm ? await fileOfForm(body, contentType) : body, wanted, {
      member: actor.userId,
      charge: (megapixels) => engine.charge(actor, megapixels - 1),
    });
    if (typeof image === 'string') throw refused(image);
    return image;
  });
}
