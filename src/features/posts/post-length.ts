import { isBlank } from '../../../schemas/base/text.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';

/** `149 / 5000`: counted on the text as it would be sent. */
export const postCounterText = (text: string): string => `${text.trim().length} / ${POST_CONTENT_MAX}`;

export const isPostTooLong = (text: string): boolean => text.trim().length > POST_CONTENT_MAX;

/** Whether the text can be posted: not blank and not too long. */
export const canPost = (text: string): boolean => !isBlank(text) && !isPostTooLong(text);

/** Above this length the form shows the count. Below it, only screen readers get the count. */
export const isNearPostLimit = (text: string): boolean => text.trim().length > 0.8 * POST_CONTENT_MAX;
