import { isBlank } from '../../../schemas/base/text.ts';
import { MESSAGE_CONTENT_MAX } from '../../../schemas/messages/group-message.ts';
import { commonText } from '../../text/common.ts';

/** From here on the field says how much is left. */
const COUNTED_FROM = 0.8 * MESSAGE_CONTENT_MAX;

/** `312 characters remaining`, beyond four fifths of what a message may be; undefined below. */
export function messageCounter(text: string): string | undefined {
  return text.length > COUNTED_FROM ? commonText.remaining(MESSAGE_CONTENT_MAX - text.length) : undefined;
}

/** Whether there is something to send. More than fits cannot be typed. */
export const canSendMessage = (text: string): boolean => !isBlank(text) && text.trim().length <= MESSAGE_CONTENT_MAX;
