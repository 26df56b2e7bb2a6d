import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** The words of groups and their members. */
export const groupText = {
  created: 'Group created successfully!',
  updated: 'Group updated successfully!',
  deleted: answerWording.GROUP_DELETED,
  left: answerWording.GROUP_LEFT,
  nameRequired: answerWording.GROUP_NAME_REQUIRED,
  createFailed: 'Failed to create group - no group ID returned',
  deleteFailed: 'Failed to delete group',
  leaveFailed: 'Failed to leave group',
  notFound: refusalWording.GROUP_NOT_FOUND,
  updateFailed: 'Failed to update group',
  fetchFailed: 'Failed to fetch groups',
  gone: 'It was deleted, or you are no longer in it.',
  notHere: 'This group is not on this device yet. It will load when you are online.',
  ownerOnly: 'Only group owner can make changes.',
  roleFailed: 'Failed to change the role. Please try again.',
  removeFailed: 'Failed to remove the member. Please try again.',
} as const;
