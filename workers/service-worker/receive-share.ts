/**
 * Answers the share sheet: stores what was shared on this device, where it waits until a member says where it goes. Nothing is sent, and
 * nothing is put into a draft: any page of the web can post such a form.
 */
import { v7 as uuid } from 'uuid';
import { PHOTOS_MAX } from '../../schemas/images/photo-limits.ts';
import { POST_CONTENT_MAX } from '../../schemas/posts/post-limits.ts';
import { type NotKept, SHARE_MAX_BYTES, SHARE_PATH, shareFields } from '../../schemas/share-target/share-target.ts';
import { lacksDiskSpace } from '../device/lacks-disk-space.ts';
import { keepShare, type Share, type SharedFile } from '../device/waiting-shares.ts';

/** The names of files that do not fit are kept, to be shown: so many, and so many letters of each. */
const MOST_NAMED = 20;
const NAME_LENGTH = 80;

/** A form that a window sends here. The forms of frames and of scripts come from no share sheet. */
export const isShare = ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }): boolean =>
  sameOrigin && url.pathname === SHARE_PATH && request.mode === 'navigate' && request.destination === 'document';

/**
 * Whether another site posted the form. A share sheet has no origin, or that of the app. A site that hides its origin is not recognized:
 * its member then sees what it sent, and discards it.
 */
function isOfOtherSite({ headers, url }: Pick<Request, 'headers' | 'url'>): boolean {
  const origin = headers.get('origin') ?? '';
  return /^https?:/.test(origin) && origin !== new URL(url).origin;
}

/** Title, text and address as one text, without those that another contains. */
function textOf(form: FormData): string {
  const given = shareFields.texts.map((field) => form.get(field));
  const texts = given.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''));
  return texts.filter((text, at) => text !== '' && !texts.some((other, n) => n !== at && isWithin(text, at, other, n))).join('\n');
}
const isWithin = (text: string, at: number, other: string, n: number): boolean => (text === other ? n < at : other.includes(text));

/** What a share holds of this form: its text, and as many of its photos as fit. */
export function readShare(form: FormData): Omit<Share, 'id'> {
  const whole = textOf(form);
  // Not half of a character at the end.
  const text = whole.slice(0, POST_CONTENT_MAX).replace(/[\uD800-\uDBFF]$/, '');
  const photos: SharedFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const file of form.getAll(shareFields.photos)) {
    // A field without a file is an empty one.
    if (typeof file === 'string' || file.size === 0) continue;
    const name = file.name.slice(0, NAME_LENGTH);
    if (photos.length === PHOTOS_MAX || bytes + file.size > SHARE_MAX_BYTES) {
      if (leftOut.length < MOST_NAMED) leftOut.push(name);
      continue;
    }
    bytes += file.size;
    photos.push({ name, file: file.slice(0, file.size, file.type) });
  }
  return { text, isCut: text.length < whole.length, photos, leftOut };
}

/** Stores what this request shares. Never rejects: where nothing was kept, it resolves with the reason. */
export async function receiveShare(request: Pick<Request, 'headers' | 'url' | 'formData'>): Promise<NotKept | undefined> {
  if (isOfOtherSite(request)) return 'other-site';
  try {
    const share = readShare(await request.formData());
    if (share.text === '' && share.photos.length === 0) return share.leftOut.length > 0 ? 'too-large' : 'empty';
    return (await keepShare({ id: uuid(), ...share })) ? undefined : 'others-wait';
  } catch (error) {
    console.warn('What was shared could not be kept', error);
    return lacksDiskSpace(error) ? 'no-disk-space' : 'failed';
  }
}
