export const POST_CONTENT_MAX = 5000;
/** A card in the feed shows this many characters, then 'Read more'. */
export const POST_PREVIEW_LENGTH = 200;
export const FEED_PAGE_SIZE = 20;
