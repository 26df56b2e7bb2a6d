/**
 * Images that arrive in parts, in the database: any process takes the next part, and a restart loses none. The last part is never stored.
 * With it the image is whole, is converted, and the parts are deleted with the same commit that stores the image.
 */
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { PARTS_KEPT_HOURS, type PartRange } from '../../../schemas/images/image-parts.ts';
import { type ArrivedParts, placeOfPart } from '../../../schemas/images/image-rules.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { refusalError } from '../../http/errors/refusal-error.ts';
import type { Command } from '../../sync/command.ts';
import { reservedNow } from './photo-storage.ts';

/** A part of an image, with its bytes. */
export interface ImagePart {
  readonly id: string;
  readonly range: PartRange;
  readonly bytes: Buffer;
}

/** What has arrived of an image before its last part. Null for nothing. */
async function arrivedOf(tx: Tx, id: string): Promise<ArrivedParts | null> {
  const [upload] = await tx<ArrivedParts[]>`select received, total from image_uploads where image_id = ${id} for update`;
  return upload ?? null;
}

/** How many bytes of an image are here, and whether a part is among them, because it was stored now or before. */
export interface PartArrived {
  readonly received: number;
  readonly isHere: boolean;
}
/** Another request has brought the whole in the meantime. */
const isWhole = ({ total }: PartRange): PartArrived => ({ received: total, isHere: true });

/**
 * Stores a part that is not the last of an image that a row of the actor names, and reports what is here then. Several that are sent at
 * once wait for each other.
 */
export function storePart(report: (arrived: PartArrived) => void): Command<ImagePart> {
  return async (context, { id, range, bytes }) => {
    const { tx, actor } = context;
    const [named] = await tx<{ stored: boolean; reserved: number }[]>`
      select i.stored_at is not null as stored, ${reservedNow(tx)} as reserved
      from images i where i.id = ${id} and i.owner_id = ${actor.userId} for no key update`;
    if (!named) return refuse('NOT_FOUND');
    if (named.stored) {
      report(isWhole(range));
      return allow;
    }
    // Locked: the parts might be too old and about to be deleted.
    const before = await arrivedOf(tx, id);
    const place = placeOfPart(before, range);
    if (place === 'other length') return refuse('INVALID');
    if (place === 'next') {
      await tx`
        insert into image_uploads (image_id, total, received) values (${id}, ${range.total}, ${range.end})
        on conflict (image_id) do update set received = excluded.received, at = now()`;
      await tx`insert into image_parts (image_id, start, bytes) values (${id}, ${range.start}, ${bytes})`;
      const counted = Math.max(before?.received ?? 0, named.reserved);
      context.storesPhotos(Math.max(0, range.end - counted));
      report({ received: range.end, isHere: true });
      return allow;
    }
    const isHere =
      place === 'before' &&
      (await tx`select from image_parts where image_id = ${id} and start = ${range.start} and bytes = ${bytes}`).length > 0;
    report({ received: before?.received ?? 0, isHere });
    return allow;
  };
}

/**
 * The whole image, where this is its last part and follows those that are here; what is here otherwise.
 *
 * @throws HttpError 404 if no row of the member names the image by now, 422 for another length than that of the parts
 */
export function wholeOf(database: Database, owner: string, { id, range, bytes }: ImagePart): Promise<Buffer | PartArrived> {
  return database.read(async (tx) => {
    const [named] = await tx<({ stored: boolean } & (ArrivedParts | { received: null }))[]>`
      select i.stored_at is not null as stored, u.received, u.total
      from images i left join image_uploads u on u.image_id = i.id where i.id = ${id} and i.owner_id = ${owner}`;
    if (!named) throw refusalError('NOT_FOUND');
    if (named.stored) return isWhole(range);
    const before = named.received === null ? null : named;
    const place = placeOfPart(before, range);
    if (place === 'other length') throw refusalError('INVALID');
    if (place !== 'next') return { received: before?.received ?? 0, isHere: false };
    const whole = Buffer.alloc(range.total);
    // One at a time: the driver takes several times the memory of what it reads.
    for (let start = 0; start < range.start; ) {
      const [part] = await tx<{ bytes: Buffer }[]>`select bytes from image_parts where image_id = ${id} and start = ${start}`;
      if (!part) throw new Error('a part of an image is missing');
      start += part.bytes.copy(whole, start);
    }
    bytes.copy(whole, range.start);
    return whole;
  });
}

/** Deletes the parts of an image. */
export async function dropParts(tx: Tx, id: string): Promise<void> {
  await tx`delete from image_uploads where image_id = ${id}`;
}

/** Deletes parts to which none was added for long. A row that is being added to is left. */
export const forgetUploads = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from image_uploads where image_id in (
        select image_id from image_uploads where at < now() - make_interval(hours => ${PARTS_KEPT_HOURS})
        order by at limit ${most} for update skip locked
      )`,
  );
