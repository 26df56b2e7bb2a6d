import { SERVER_FAILED_CODE } from '../../schemas/protocol/sync-codes.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import type { FailedPhoto } from '../../workers/device/pending/failed-photos.ts';

/** Texts for photos in the outbox. */
export const unsentPhotosText = {
  profile: 'Your profile photo',
  ofPost: (count: number): string => (count === 1 ? 'Photo of your post' : 'Photos of your post'),
  ofMessage: (count: number): string => (count === 1 ? 'Photo of your message' : 'Photos of your message'),
  replace: 'Replace',
  remove: 'Remove',
  act: (words: string, photo: string): string => `${words}: ${photo}`,
  sentAgain: 'The photo is sent again',
  replaced: 'The photo is replaced',
  removed: 'Photo removed',
  retryFailed: 'The photo could not be sent again. Please try again.',
  replaceFailed: 'The photo could not be replaced. Please try again.',
  removeFailed: 'The photo could not be removed. Please try again.',
  lastOfPostText: 'This photo is all that your post has, so the post goes with it. This cannot be undone.',
  lastOfMessageText: 'This photo is all that your message has, so the message goes with it. This cannot be undone.',
} as const;

/** Why a photo was not sent. */
export const photoFailureText = (code: FailedPhoto['code']): string =>
  code === SERVER_FAILED_CODE ? 'The server failed at this photo again and again.' : refusalWording[code];

/** Says, by the post or message, or on other pages, that the server refused some photos. */
export const failedPhotosLine = (failed: number): string => (failed === 1 ? 'A photo was not sent' : `${failed} photos were not sent`);
