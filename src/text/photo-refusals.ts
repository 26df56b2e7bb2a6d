import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../../schemas/images/image.ts';
import type { OpenRefusal } from '../../workers/device/photos/file/look-at-file.ts';
import { PHOTO_MAX_PIXELS, PROFILE_PHOTO_MAX_PIXELS } from '../../workers/device/photos/file/open-limits.ts';
import type { PhotoRefusal } from '../../workers/device/photos/shrunk-photo.ts';
import { photoText } from './images.ts';

const megapixels = (pixels: number): string => `${pixels / 1_000_000} megapixels`;
const bySetting = 'Your browser hides pictures from websites. In Firefox the setting "privacy.resistFingerprinting" does that.';
const instead = 'Please choose a smaller one, or take a screenshot of it and choose that.';

/** Why a file is not added to a post or a message, and what to do about it. */
export const photoRefusalText: Record<PhotoRefusal, string> = {
  IMAGE_EMPTY: 'This file is empty. If it is in a cloud, open it there first. Then choose it again.',
  IMAGE_UNREAD: 'This file could not be read. If it is in a cloud, open it there first. Then choose it again.',
  IMAGE_TYPE: 'This file is not a photo. Please choose a JPG, PNG or WebP image.',
  IMAGE_VIDEO: 'This file is a video. Please choose a photo.',
  IMAGE_FORMAT:
    'This browser cannot read this kind of photo. It may be HEIC, which iPhones write. Please take a screenshot of it and choose that, or save it as a JPG.',
  IMAGE_DAMAGED: 'This browser cannot read this photo. Please choose another one, or take a screenshot of it and choose that.',
  IMAGE_TOO_LARGE: `This file is too large to open here. ${instead}`,
  IMAGE_TOO_MANY_PIXELS: `This photo has more than ${megapixels(PHOTO_MAX_PIXELS)}. ${instead}`,
  IMAGE_NOT_DRAWN:
    'This device could not make the photo smaller. Please close other tabs and apps and try again, or choose a smaller photo.',
  IMAGE_CANVAS: `${bySetting} So this photo cannot be made smaller here. Please allow Kith to use the canvas, or choose a JPG, PNG or WebP of at most ${IMAGE_MAX_BYTES / 1024 / 1024} MB and ${megapixels(IMAGE_MAX_PIXELS)}.`,
  IMAGE_CANVAS_EDIT: `${bySetting} So photos cannot be turned or cropped here. Please allow Kith to use the canvas, or share the photo as it is.`,
  IMAGE_CODE: photoText.loadFailed,
};

/** Why a file cannot become the photo of a profile, and what to do about it. */
export const unopenedText: Record<OpenRefusal | 'IMAGE_CANVAS', string> = {
  ...photoRefusalText,
  IMAGE_CANVAS: `${bySetting} So your photo cannot be cropped here. Please allow Kith to use the canvas.`,
  IMAGE_TYPE: 'This file cannot be your photo. Please choose a JPG, PNG or WebP image, not a PDF.',
  IMAGE_VIDEO: 'A video cannot be your photo. Please choose a JPG, PNG or WebP image.',
  IMAGE_TOO_MANY_PIXELS: `This image has more than ${megapixels(PROFILE_PHOTO_MAX_PIXELS)}. ${instead}`,
};
