import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** The words of writing to whoever runs the server. */
export const contactText = {
  sent: answerWording.CONTACT_SENT,
  failed: 'Failed to send your message. Please try again.',
  offline: 'You are offline. What you write is kept on this device; send it when you are back online.',
} as const;
