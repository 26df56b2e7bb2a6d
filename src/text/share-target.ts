import { PHOTOS_MAX } from '../../schemas/images/photo-limits.ts';
import { POST_CONTENT_MAX } from '../../schemas/posts/post-limits.ts';
import { type NotKept, SHARE_MAX_BYTES } from '../../schemas/share-target/share-target.ts';

const megabytes = SHARE_MAX_BYTES / 1024 / 1024;
const listed = new Intl.ListFormat('en');

/** What other apps share with Kith. */
export const shareTargetText = {
  intro: 'Nothing is sent yet. Choose where it goes: there you can still change it.',
  begun: 'The post that you began stays as it is. In the form you can change between the two.',
  intoPost: 'Into a new post',
  intoChat: 'Or into a chat',
  cut: `The text was too long. Only its first ${POST_CONTENT_MAX} characters are here.`,
  leftOut: (names: readonly string[]): string => `At most ${PHOTOS_MAX} photos and ${megabytes} MB fit. Left out: ${listed.format(names)}.`,
  unread: 'It could not be read. Please share it again.',
  nothingUsable: 'There is nothing left that a post could show.',
  what: 'what was shared',
  discardText: 'It is deleted from Kith. What you have elsewhere stays.',
  discarded: 'Discarded',
  earlier: 'Shared earlier',
  later: 'Shared last',
  onlyOne: 'Something that was shared earlier still waits. Only one can wait: which do you want to keep?',
  keepEarlier: 'Keep the earlier',
  keepLater: 'Keep the last',
  noneTitle: 'Nothing waits here',
  none: 'What was here has been used or discarded.',
  notKeptTitle: 'Nothing was kept',
  toFeed: 'To your feed',
  unreadable: 'What was shared could not be read on this device.',
  gone: 'It was used or discarded in another window.',
  noDiskSpace: 'There is no room left on this device to make it a draft. It still waits here: free some space, then try again.',
  notUsed: 'That did not work. What was shared still waits here. Please try again.',
  waits: 'Something that was shared with Kith waits for you.',
  see: 'See it',
} as const;

/** Why nothing of it was kept, and what to do. */
export const notKeptText: Record<NotKept, string> = {
  'not-ready': 'Kith had to be opened once on this device before it could take this. It is open now: please share it again.',
  'no-disk-space': 'There is no room left on this device, so it was not kept. Free some space, then share it again.',
  'others-wait': 'Two things that were shared wait already, so the last one was not kept. Choose between them first.',
  'other-site': 'Another website tried to share something with Kith. It was not kept.',
  'too-large': `It is larger than ${megabytes} MB, so it was not kept. Please share fewer or smaller photos.`,
  empty: 'There was neither a text nor a photo in it.',
  failed: 'It could not be kept. Please share it again.',
};

/** Where the browser cannot keep the app at all. */
export const cannotTakeShares = 'This browser cannot take what other apps share.';
