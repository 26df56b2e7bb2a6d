/** The element id of a comment, for links that scroll to it. */
export const commentElementId = (id: string): string => `comment-${id}`;

export const editDraftKey = (commentId: string): string => `comment-edit-${commentId}`;
