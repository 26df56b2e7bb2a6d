import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Groups, their members and their messages. */
export const groupMessages = {
  GROUP_CREATED: 'Group created successfully!',
  GROUP_UPDATED: 'Group updated successfully!',
  GROUP_DELETED: answerWording.GROUP_DELETED,
  GROUP_LEFT: answerWording.GROUP_LEFT,
  GROUP_NAME_REQUIRED: answerWording.GROUP_NAME_REQUIRED,
  GROUP_CREATE_FAILED: 'Failed to create group - no group ID returned',
  GROUP_DELETE_FAILED: 'Failed to delete group',
  GROUP_LEAVE_FAILED: 'Failed to leave group',
  GROUP_NOT_FOUND: refusalWording.GROUP_NOT_FOUND,
  GROUP_UPDATE_FAILED: 'Failed to update group',
  GROUPS_FAILED: 'Failed to fetch groups',
  GROUP_GONE: 'It was deleted, or you are no longer in it.',
  GROUP_NOT_HELD: 'This group is not on this device yet. It will load when you are online.',
  GROUP_OWNER_ONLY: 'Only group owner can make changes.',
  MEMBER_ROLE_FAILED: 'Failed to change the role. Please try again.',
  MEMBER_REMOVE_FAILED: 'Failed to remove the member. Please try again.',
  MESSAGE_DELETE_FAILED: 'Failed to delete message. Please try again.',
  MESSAGE_DELETED: refusalWording.MESSAGE_DELETED,
  MESSAGE_SEND_FAILED: 'Failed to send message. Please try again.',
  MESSAGE_EDIT_FAILED: 'Failed to update message. Please try again.',
  MESSAGE_BLOCKED: 'Message from someone you blocked',
  MESSAGE_NOT_HELD: 'This message is not on this device',
} as const;
