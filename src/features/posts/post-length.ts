import { isBlank } from '../../../schemas/base/text.ts';
import type { PostText } from '../../../schemas/posts/post.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';

/** `149 / 5000`: counted on the text as it would be sent. */
export const postCounterText = (text: string): string => `${text.trim().length} / ${POST_CONTENT_MAX}`;

export const isPostTooLong = (text: string): boolean => text.trim().length > POST_CONTENT_MAX;

/** Whether it can be posted: there is a text or a photo, and the text is not too long. */
export const canPost = ({ content, photos }: Pick<PostText, 'content' | 'photos'>): boolean =>
  (!isBlank(content) || photos.length > 0) && !isPostTooLong(content);

/** Above this length the form shows the count. Below it, only screen readers get the count. */
export const isNearPostLimit = (text: string): boolean => text.trim().length > 0.8 * POST_CONTENT_MAX;
