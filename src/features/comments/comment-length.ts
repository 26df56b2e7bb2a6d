import { isBlank } from '../../../schemas/base/text.ts';
import { COMMENT_CONTENT_MAX } from '../../../schemas/comments/comment-limits.ts';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';

/** `4976 characters remaining`, `3 characters over limit`: counted on the text as it would be sent. */
export function remainingText(text: string): string {
  const remaining = COMMENT_CONTENT_MAX - text.trim().length;
  return remaining >= 0 ? commonText.remaining(remaining) : commentText.over(-remaining);
}

/** Above this length the field shows the remaining count. Below it, only screen readers get the count. */
export const isNearLimit = (text: string): boolean => text.trim().length > 0.8 * COMMENT_CONTENT_MAX;

export const isTooLong = (text: string): boolean => text.trim().length > COMMENT_CONTENT_MAX;

/** Whether the text can be sent: not blank and not too long. */
export const canSend = (text: string): boolean => !isBlank(text) && !isTooLong(text);
