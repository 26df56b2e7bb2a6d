import { isBlank } from '../../../schemas/base/text.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post.ts';

/** `149 / 5000`: of the text as it would be sent. */
export const postCounterText = (text: string): string => `${text.trim().length} / ${POST_CONTENT_MAX}`;

export const isPostTooLong = (text: string): boolean => text.trim().length > POST_CONTENT_MAX;

/** Whether there is something to post, and not too much. */
export const canPost = (text: string): boolean => !isBlank(text) && !isPostTooLong(text);

/** From here on the form shows how much is left; before, it only says so where it is asked. */
export const isNearPostLimit = (text: string): boolean => text.trim().length > 0.8 * POST_CONTENT_MAX;
