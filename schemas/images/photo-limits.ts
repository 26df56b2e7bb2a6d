/** How many photos a post or a message has at most. */
export const PHOTOS_MAX = 6;
/** The longest description of a photo. */
export const PHOTO_ALT_MAX = 1000;
/** The longest side of a photo in pixels, unless its author chose the full size. */
export const LARGE_SIDE = 2048;
/** The longest side of a photo in full size. */
export const FULL_SIDE = 4096;
/** The longest side of the small picture that lists show. */
export const SMALL_SIDE = 640;
/** A ThumbHash has at most 25 bytes. Base64 makes four letters of three. */
export const THUMBHASH_MAX_LENGTH = 36;
