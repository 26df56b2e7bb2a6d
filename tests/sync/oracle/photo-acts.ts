/** The outcome of acts on photos: those that a row names, and their bytes. */
import { isDeepStrictEqual } from 'node:util';
import type { Act, Code } from './act.ts';
import { type Facts, isUsed, type PhotoFact } from './facts.ts';
import { mayReadPost, roleIn } from './may-read.ts';

/** A text, a photo, or both. */
export const saysSomething = ({ content, photos }: { readonly content: string; readonly photos: readonly PhotoFact[] }): Code =>
  content === '' && photos.length === 0 ? 'INVALID' : null;

export const samePhotos = (a: readonly PhotoFact[], b: readonly PhotoFact[]): boolean => isDeepStrictEqual(a, b);

const without = (some: readonly PhotoFact[], others: readonly PhotoFact[]) =>
  some.filter(({ id }) => !others.some((other) => other.id === id));

/** What stays keeps its size; what is new was never in use, as a photo or as anything else. */
export function changePhotos({ facts }: Act, before: readonly PhotoFact[], after: readonly PhotoFact[]): Code {
  const resized = after.some((photo) => {
    const was = before.find(({ id }) => id === photo.id);
    return was !== undefined && !isDeepStrictEqual({ ...photo, alt: '' }, { ...was, alt: '' });
  });
  if (resized) return 'INVALID';
  const added = without(after, before);
  if (added.some(({ id }) => isUsed(facts, id))) return 'NOT_FOUND';
  for (const { id } of added) facts.photoIds.add(id);
  return null;
}

interface NamedPhoto {
  readonly photo: PhotoFact;
  readonly owner: string;
  readonly mayRead: (reader: string) => boolean;
}

/** The photo with this id, if a row names it now. */
export function namedPhoto(facts: Facts, id: string): NamedPhoto | null {
  for (const post of facts.posts.values()) {
    const photo = post.photos.find((one) => one.id === id);
    if (photo) return { photo, owner: post.author, mayRead: (reader) => mayReadPost(facts, reader, post) };
  }
  for (const { photos, group, sender } of facts.messages.values()) {
    const photo = photos.find((one) => one.id === id);
    if (photo) return { photo, owner: sender, mayRead: (reader) => roleIn(facts, reader, group) !== null };
  }
  return null;
}

/** Whether the server gives the bytes of this photo to this member. */
export const mayReadPhoto = (facts: Facts, reader: string, id: string): boolean =>
  facts.stored.has(id) && namedPhoto(facts, id)?.mayRead(reader) === true;

/** The author of a row sends the bytes of its photo. The first bytes stay. */
export function sendBytes({ facts, by }: Act, id: string, isWide: boolean): Code {
  const named = namedPhoto(facts, id);
  if (named?.owner !== by) return 'NOT_FOUND';
  if (facts.stored.has(id)) return null;
  if (named.photo.width > named.photo.height !== isWide) return 'IMAGE_SIZE';
  facts.stored.add(id);
  return null;
}
