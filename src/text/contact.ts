import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts for writing to the operator of the server. */
export const contactText = {
  sent: answerWording.CONTACT_SENT,
  failed: 'Failed to send your message. Please try again.',
  offline: 'You are offline. What you write is kept on this device; send it when you are back online.',
  tooLong: (most: number, length: number): string => `Please use at most ${most} characters. These are ${length}.`,
  help: 'This goes to the people who run this server, with your name and e-mail address, so that they can answer you.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sentHelp: 'It goes to the people who run this server. If they answer, they write to your e-mail address.',
  another: 'Write another',
} as const;
