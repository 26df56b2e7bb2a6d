/**
 * An image from the body of a request, raw or as the `file` of a form, or in parts of which each is a request, converted. Only a few bodies
 * are read at a time, which bounds the images that wait for their conversion, in turns by member. The answer to a request beyond that says
 * when to send it again. The member's budget of writes pays for the pixels, one write for each million of them.
 */
import type { Context } from 'hono';
import { IMAGE_MAX_BYTES, type ImageRefusal } from '../../../schemas/images/image.ts';
import { PART_MAX_BYTES, PART_MIN_BYTES, type PartRange, partRangeOf } from '../../../schemas/images/image-parts.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { refusalError } from '../../http/errors/refusal-error.ts';
import { createFairQueue } from '../../http/limits/fair-queue.ts';
import { readBytes } from '../../http/read-body.ts';
import type { Engine } from '../../sync/engine.ts';
import { type ConvertedImage, convertImage, type WantedSize } from './convert-image.ts';
import { dropParts, type PartArrived, storePart, wholeOf } from './image-uploads.ts';

/** Boundaries and headers around the file in a form. */
const FORM_BYTES = 16 * 1024;
/**
 * A part costs this share of a write: a photo in twenty parts is no more than a few rows, while a client that sends the smallest parts
 * without end is soon as slow as one that writes without end. The last part pays as the whole does.
 */
const WRITES_A_PART = 1 / 4;
const queue = createFairQueue({ running: 12, waiting: 40, refusal: () => new HttpError(503, { retryAfterSeconds: 5 }) });

const refused = (code: ImageRefusal): HttpError => refusalError(code);

async function fileOfForm(body: Buffer, contentType: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof Blob)) throw new HttpError(400);
  if (file.size > IMAGE_MAX_BYTES) throw refused('IMAGE_TOO_LARGE');
  return Buffer.from(await file.arrayBuffer());
}

/** Converts an image within a turn of the queue. A refusal is a value. */
const convert = (engine: Engine, c: Context<AppEnv>, bytes: Buffer, wanted: WantedSize): Promise<ConvertedImage | ImageRefusal> => {
  const actor = c.get('actor');
  return convertImage(bytes, wanted, { member: actor.userId, charge: (megapixels) => engine.charge(actor, megapixels - 1) });
};

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
    const image = await convert(engine, c, isForm ? await fileOfForm(body, contentType) : body, wanted);
    if (typeof image === 'string') throw refused(image);
    return image;
  });
}

/**
 * The part that a request holds, by its header. Null for a request with the whole image.
 *
 * @throws HttpError with its words if it is no part that is accepted
 */
export function partOf(c: Context<AppEnv>): PartRange | null {
  const header = c.req.header('content-range');
  if (header === undefined) return null;
  const range = partRangeOf(header);
  if (range === null) throw new HttpError(400);
  const { start, end, total } = range;
  if (total > IMAGE_MAX_BYTES) throw refused('IMAGE_TOO_LARGE');
  if (end - start > PART_MAX_BYTES) throw new HttpError(413);
  if (end - start < PART_MIN_BYTES && end < total) throw new HttpError(422);
  return range;
}

/**
 * Receives a part of an image that a row of the member names. The last part is answered like the whole: it pays as `receiveImage` does, and
 * returns the converted image. The parts of an image that is refused are deleted.
 *
 * @throws HttpError as `receiveImage` does, 400 if the body is not what the range says, 404 if no row names the image by now
 */
export async function receivePart(
  c: Context<AppEnv>,
  { engine, database }: { readonly engine: Engine; readonly database: Database },
  { id, range, wanted }: { readonly id: string; readonly range: PartRange; readonly wanted: WantedSize },
): Promise<PartArrived | ConvertedImage> {
  const actor = c.get('actor');
  const isLast = range.end === range.total;
  await engine.pay(actor, isLast ? 1 : WRITES_A_PART);
  return queue.run(actor.userId, async () => {
    const bytes = await readBytes(c, range.end - range.start, () => new HttpError(400));
    if (bytes.byteLength !== range.end - range.start) throw new HttpError(400);
    const part = { id, range, bytes };
    if (!isLast) {
      let arrived: PartArrived = { received: 0, isHere: false };
      const store = storePart((now) => {
        arrived = now;
      });
      const verdict = await engine.run(actor, null, (context) => store(context, part), { paid: true });
      if (!verdict.allowed) throw refusalError(verdict.code);
      return arrived;
    }
    const whole = await wholeOf(database, actor.userId, part);
    if (!Buffer.isBuffer(whole)) return whole;
    const image = await convert(engine, c, whole, wanted);
    if (typeof image !== 'string') return image;
    await forgetRefused(database, id);
    throw refused(image);
  });
}

/** Deletes the parts of an image that will never be accepted. */
export const forgetRefused = (database: Database, id: string): Promise<void> => database.write((tx) => dropParts(tx, id));
