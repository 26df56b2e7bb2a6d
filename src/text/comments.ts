import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Texts for comments. */
export const commentText = {
  createFailed: 'Failed to create comment. Please try again.',
  deleteFailed: 'Failed to delete comment. Please try again.',
  updateFailed: 'Failed to update comment',
  updated: 'Comment updated successfully',
  deleted: refusalWording.TARGET_DELETED,
  draftRescued: 'What you were writing is still here.',
  edit: 'Edit comment',
  draftRestored: 'Draft restored',
  reactTo: (name: string): string => `React to ${name}`,
  askToDelete: 'Delete this comment?',
  askToDeleteText: 'Others will see that a comment was deleted here. This cannot be undone.',
  over: (count: number): string => `${count} characters over limit`,
  write: 'Write a comment',
  send: 'Send',
  title: 'Comments',
  first: 'Be the first to answer',
  none: 'No answers yet',
  oneNew: 'New comment',
  manyNew: (count: number): string => `${count} new comments`,
  edited: '(edited)',
} as const;
