/**
 * What a member is told about what they did or could not do, one line a code: a code without words does not compile, and a message
 * that is shown anywhere stands in this folder and nowhere else. Each feature has its own file; add a message there. What the server
 * says as well stands in `schemas/wording/`. Beside it are the words of the pages before sign-in (`auth-text.ts`, they load
 * no more than that), of the connection and of what broke (`state-text.ts`) and of refusals (`refusal-text.ts`).
 */
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { friendMessages, friendTemplates } from './friend-messages.ts';
import { groupMessages } from './group-messages.ts';
import { notificationMessages } from './notification-messages.ts';
import { postMessages } from './post-messages.ts';

const generalMessages = {
  LIVE_REFRESHING: 'Unable to connect to live updates. Refreshing page...',
  LIVE_RECONNECTING: 'Connection lost. Attempting to reconnect...',
  CONTACT_SENT: answerWording.CONTACT_SENT,
  CONTACT_FAILED: 'Failed to send your message. Please try again.',
  CONTACT_OFFLINE: 'You are offline. What you write is kept on this device; send it when you are back online.',
  HIDDEN_CHARACTERS: answerWording.HIDDEN_CHARACTERS,
  COPIED: 'Copied',
  COPY_FAILED: 'The text could not be copied. Please select it instead.',
  UNKNOWN_USER: answerWording.UNKNOWN_USER,
  UNKNOWN_TIME: 'Unknown time',
} as const;

export const messages = { ...generalMessages, ...postMessages, ...friendMessages, ...groupMessages, ...notificationMessages } as const;
export type MessageCode = keyof typeof messages;

/** Messages with something of the moment in them. */
export const templates = friendTemplates;
