/**
 * What this device opens of a chosen file, which is more than the server accepts: a picture is made small before it is sent. Decoding takes
 * four bytes for each pixel, whatever the size of the file, so a file that claims more is refused before anything decodes it.
 */
export const OPENED_MAX_BYTES = 300 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 100_000_000;
/** For the photo of a profile: a page opens one of them, and keeps a small square. */
export const PROFILE_PHOTO_MAX_PIXELS = 120_000_000;
