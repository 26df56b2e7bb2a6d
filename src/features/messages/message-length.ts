import { isBlank } from '../../../schemas/base/text.ts';
import type { MessageText } from '../../../schemas/messages/group-message.ts';
import { MESSAGE_CONTENT_MAX } from '../../../schemas/messages/message-limits.ts';
import { commonText } from '../../text/common.ts';

/** Above this length the field shows the remaining count. */
const COUNTED_FROM = 0.8 * MESSAGE_CONTENT_MAX;

/** `312 characters remaining` beyond four fifths of the maximum length; undefined below that. */
export function messageCounter(text: string): string | undefined {
  return text.length > COUNTED_FROM ? commonText.remaining(MESSAGE_CONTENT_MAX - text.length) : undefined;
}

/** Whether it can be sent: there is a text or a photo, and the text is not too long. The field does not accept more than the maximum. */
export const canSendMessage = ({ content, photos }: MessageText): boolean =>
  (!isBlank(content) || photos.length > 0) && content.trim().length <= MESSAGE_CONTENT_MAX;
