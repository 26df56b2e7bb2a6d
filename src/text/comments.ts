import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** The words of comments. */
export const commentText = {
  createFailed: 'Failed to create comment. Please try again.',
  deleteFailed: 'Failed to delete comment. Please try again.',
  updateFailed: 'Failed to update comment',
  updated: 'Comment updated successfully',
  deleted: refusalWording.TARGET_DELETED,
  draftRescued: 'What you were writing is still here.',
} as const;
