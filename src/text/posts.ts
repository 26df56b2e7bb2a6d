import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** The words of posts, and of who can see them. */
export const postText = {
  created: 'Post created successfully!',
  updated: 'Post updated successfully!',
  waits: 'Saved. Will be sent when you are back online.',
  createFailed: 'Failed to create post',
  createForbidden: "You don't have permission to create posts",
  invalid: 'Invalid post data',
  updateFailed: 'Failed to update post',
  deleteFailed: 'Failed to delete post. Please try again.',
  fetchFailed: 'Failed to fetch post. Please try again.',
  loadFailed: 'Failed to load post',
  notFound: answerWording.POST_NOT_FOUND,
  gone: refusalWording.POST_NOT_FOUND,
  changedMeanwhile: 'This post has changed since you began. Updating it puts your text in its place.',
  notHere: 'This post is not on this device yet. It will load when you are online.',
  audienceFailed: 'Failed to load visibility information',
  audienceFriendsFailed: 'Failed to load friends information',
} as const;

/** Why a post was not taken. */
export function postRefusal(code: RefusalCode): string {
  if (code === 'NOT_ONESELF' || code === 'NOT_ALLOWED') return postText.createForbidden;
  return code === 'INVALID' ? postText.invalid : refusalWording[code];
}
