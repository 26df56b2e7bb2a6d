export const MESSAGE_CONTENT_MAX = 5000;
export const MESSAGE_PAGE_SIZE = 20;
