/** Where a comment stands in the page, for those who lead to it. */
export const commentElementId = (id: string): string => `comment-${id}`;
