import { isBlank } from '../../../schemas/base/text.ts';
import { MESSAGE_CONTENT_MAX } from '../../../schemas/messages/message-limits.ts';
import { commonText } from '../../text/common.ts';

/** Above this length the field shows the remaining count. */
const COUNTED_FROM = 0.8 * MESSAGE_CONTENT_MAX;

/** `312 characters remaining` beyond four fifths of the maximum length; undefined below that. */
export function messageCounter(text: string): string | undefined {
  return text.length > COUNTED_FROM ? commonText.remaining(MESSAGE_CONTENT_MAX - text.length) : undefined;
}

/** Whether the text can be sent. The field does not accept more than the maximum. */
export const canSendMessage = (text: string): boolean => !isBlank(text) && text.trim().length <= MESSAGE_CONTENT_MAX;
