import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts for writing to the operator of the server. */
export const contactText = {
  sent: answerWording.CONTACT_SENT,
  failed: 'Failed to send your message. Please try again.',
  offline: 'You are offline. What you write is kept on this device; send it when you are back online.',
  tooLong: (most: number, length: number): string => `At most ${most} characters, please. These are ${length}.`,
  help: 'This goes to whoever runs this server, with your name and e-mail address, so that they can answer you.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sentHelp: 'It is on its way to whoever runs this server. An answer comes to your e-mail address.',
  another: 'Write another',
} as const;
