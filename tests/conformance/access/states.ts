/** Parses the words of a state. */
import type { Audience, CommentState, PostState } from './words.ts';

export interface PostWords {
  readonly audience: Audience;
  readonly deleted: boolean;
}

export function postWords(state: PostState): PostWords {
  const [audience, life] = state.split(', ') as [Audience, string];
  return { audience, deleted: life === 'deleted' };
}

export interface CommentWords {
  readonly own: boolean;
  readonly deleted: boolean;
  readonly post: PostWords;
}

export function commentWords(state: CommentState): CommentWords {
  const [owner, life, under] = state.split(', ');
  const goneWithPost = under === 'a deleted post';
  const audience: Audience = under === 'friends' ? 'friends' : 'friends of friends';
  return { own: owner === 'own', deleted: life === 'deleted', post: { audience, deleted: goneWithPost } };
}
