import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Posts, comments, reactions, and who can see them. */
export const postMessages = {
  POST_CREATED: 'Post created successfully!',
  POST_UPDATED: 'Post updated successfully!',
  POST_WAITS: 'Saved. Will be sent when you are back online.',
  POST_CREATE_FAILED: 'Failed to create post',
  POST_CREATE_FORBIDDEN: "You don't have permission to create posts",
  POST_INVALID: 'Invalid post data',
  POST_UPDATE_FAILED: 'Failed to update post',
  POST_DELETE_FAILED: 'Failed to delete post. Please try again.',
  POST_FETCH_FAILED: 'Failed to fetch post. Please try again.',
  POST_LOAD_FAILED: 'Failed to load post',
  POST_NOT_FOUND: answerWording.POST_NOT_FOUND,
  POST_GONE: refusalWording.POST_NOT_FOUND,
  POST_CHANGED_MEANWHILE: 'This post has changed since you began. Updating it puts your text in its place.',
  COMMENT_CREATE_FAILED: 'Failed to create comment. Please try again.',
  COMMENT_DELETE_FAILED: 'Failed to delete comment. Please try again.',
  COMMENT_UPDATE_FAILED: 'Failed to update comment',
  COMMENT_UPDATED: 'Comment updated successfully',
  COMMENT_DELETED: refusalWording.TARGET_DELETED,
  DRAFT_RESCUED: 'What you were writing is still here.',
  POST_NOT_HERE: 'This post is not on this device yet. It will load when you are online.',
  REACTION_TOGGLE_FAILED: 'Failed to toggle reaction. Please try again.',
  REACTION_UPDATE_FAILED: 'Failed to update reaction. Please try again.',
  EMOJI_FAILED: 'The emoji could not be loaded. Please check your connection.',
  REACTIONS_FAILED: 'The reactions could not be loaded. Please check your connection.',
  VISIBILITY_FAILED: 'Failed to load visibility information',
  VISIBILITY_FRIENDS_FAILED: 'Failed to load friends information',
} as const;

/** Why a post was not taken. */
export function postRefusal(code: RefusalCode): string {
  if (code === 'NOT_ONESELF' || code === 'NOT_ALLOWED') return postMessages.POST_CREATE_FORBIDDEN;
  return code === 'INVALID' ? postMessages.POST_INVALID : refusalWording[code];
}
