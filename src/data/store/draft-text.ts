import type { Photo } from '../../../schemas/images/photo.ts';

/** The field that a draft is known by comes first. Every other field is text too, so a new one is never lost. */
const FIRST = ['content', 'message', 'text', 'name'];
const CHOICES: ReadonlySet<string> = new Set([
  'id',
  'basis',
  'visibility_type',
  'emoji',
  'replyTo',
  'specific_user_ids',
  'profile_image_url',
]);

/** Whether a field of a draft or a row, if it is a string, was typed. Others are quickly chosen again. */
export const isTyped = (field: string): boolean => !CHOICES.has(field);

const textFields = (value: object): readonly string[] => [...new Set([...FIRST, ...Object.keys(value)])].filter(isTyped);

/** The photos in these fields. Only their ids and descriptions are read. */
const photosIn = (fields: Record<string, unknown>): readonly Pick<Photo, 'id' | 'alt'>[] =>
  Array.isArray(fields.photos) ? (fields.photos as readonly Photo[]) : [];

/** The texts of a draft by field, whatever else its form stores. The descriptions of photos are texts too. */
export function draftTexts(value: unknown, within = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[within, value.trim()]]);
  if (typeof value !== 'object' || value === null) return new Map();
  const fields = value as Record<string, unknown>;
  return new Map([
    ...textFields(value).flatMap((field) =>
      typeof fields[field] === 'string' ? [[`${within}${field}`, fields[field].trim()] as const] : [],
    ),
    ...photosIn(fields).map(({ id, alt }) => [`${within}photo ${id}`, alt.trim()] as const),
    // The edit of an existing message, next to a new message.
    ...(within === '' ? draftTexts(fields.edit, 'edit ') : []),
  ]);
}

/** The ids of the photos of a draft, those of an edit included. */
export function draftPhotos(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  return [...photosIn(fields).map(({ id }) => id), ...draftPhotos(fields.edit)];
}

/** Whether anything was written or chosen that would be missed. */
export const isWritten = (value: unknown): boolean => draftText(value) !== '' || draftPhotos(value).length > 0;

/** The text that a draft is known by; empty if nothing was written. */
export const draftText = (value: unknown): string => [...draftTexts(value).values()].find((text) => text !== '') ?? '';

/** Whether `theirs` contains all text and all photos of `mine`, so that it is enough to keep `theirs`. */
export function containsText(theirs: unknown, mine: unknown): boolean {
  const held = draftTexts(theirs);
  const photos = draftPhotos(theirs);
  return (
    draftPhotos(mine).every((id) => photos.includes(id)) &&
    [...draftTexts(mine)].every(([field, text]) => held.get(field)?.includes(text) ?? text === '')
  );
}

type Text = { readonly rowId: string; readonly value: unknown };

/** Whether `later` was typed on top of `earlier` and contains all of its text. */
export const isContinued = (earlier: Text, later: Text): boolean =>
  earlier.rowId === later.rowId && containsText(later.value, earlier.value);

/** The drafts that contain text, the newest first, without those that a newer draft continues. */
export const distinctDrafts = <D extends Text>(newestFirst: readonly D[]): readonly D[] =>
  newestFirst.filter((draft, at) => isWritten(draft.value) && !newestFirst.slice(0, at).some((newer) => isContinued(draft, newer)));
