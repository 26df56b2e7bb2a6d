import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { PixelSize } from './image.ts';
import type { PartRange } from './image-parts.ts';
import type { Photo } from './photo.ts';

/** IM1 Only its owner names and fills an image. For everybody else its id is like one that never existed. */
export function checkOwnImage(actor: Actor, facts: { readonly owner: string | null }): Verdict {
  return facts.owner === actor.userId ? allow : refuse('NOT_FOUND');
}

/** IM2 What can hold photos has a text, a photo, or both. */
export function checkSaysSomething({ content, photos }: { readonly content: string; readonly photos: readonly unknown[] }): Verdict {
  return content !== '' || photos.length > 0 ? allow : refuse('INVALID');
}

/**
 * IM3 A photo that stays in its row keeps its size and its preview: the bytes belong to them. Its description and its place may change.
 * IM4 Its bytes have the proportions that the row says, up to a hundredth.
 */
export function checkKeptPhotos(before: readonly Photo[], after: readonly Photo[]): Verdict {
  const held = new Map(before.map((photo) => [photo.id, photo]));
  const isSame = (photo: Photo): boolean => {
    const was = held.get(photo.id);
    return was === undefined || (was.width === photo.width && was.height === photo.height && was.thumbhash === photo.thumbhash);
  };
  return after.every(isSame) ? allow : refuse('INVALID');
}

/** Whether bytes of this size, upright, may become the photo that a row gives that size. */
export const hasProportions = (bytes: PixelSize, row: PixelSize): boolean => {
  const ratio = (bytes.width * row.height) / (bytes.height * row.width);
  return ratio > 0.99 && ratio < 1.01;
};

/** How much of an image has arrived in parts. */
export interface ArrivedParts {
  readonly received: number;
  readonly total: number;
}

/**
 * IM5 The parts of an image follow each other without a gap, and agree on its length. `next`: this is the one to take. `before`: it lies
 * within what has arrived, so it may be a repetition. `elsewhere`: it begins at another place.
 */
export function placeOfPart(arrived: ArrivedParts | null, part: PartRange): 'next' | 'before' | 'elsewhere' | 'other length' {
  if (arrived !== null && arrived.total !== part.total) return 'other length';
  const received = arrived?.received ?? 0;
  if (part.start === received) return 'next';
  return part.end <= received ? 'before' : 'elsewhere';
}
