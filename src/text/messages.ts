import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** The words of the messages in a group. */
export const messageText = {
  deleteFailed: 'Failed to delete message. Please try again.',
  deleted: refusalWording.MESSAGE_DELETED,
  sendFailed: 'Failed to send message. Please try again.',
  editFailed: 'Failed to update message. Please try again.',
  blocked: 'Message from someone you blocked',
  notHere: 'This message is not on this device',
} as const;
