import { draftPhotos, draftText } from '../../data/store/draft-text.ts';
import { mentionedAs } from '../../text/photos.ts';

/** What a draft is known by: its text, or how many photos it has. */
export const draftLine = (value: unknown): string => mentionedAs({ content: draftText(value), photos: draftPhotos(value) });
