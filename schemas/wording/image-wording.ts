import type { ImageRefusal } from '../images/image.ts';

/** The words for every refused image. The server answers with them, and the page shows them before it sends anything. */
export const imageWording: Record<ImageRefusal, string> = {
  IMAGE_TOO_LARGE: 'This image is too large. Please choose one of at most 5 MB.',
  IMAGE_TOO_MANY_PIXELS: 'This image has too many pixels. Please choose one of at most 40 megapixels.',
  IMAGE_TYPE: 'Please choose a JPG, PNG or WebP image. PDF and other files cannot be used as a photo.',
  IMAGE_DAMAGED: 'This image is damaged or cannot be read. Please choose another one.',
};
