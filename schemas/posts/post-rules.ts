import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import type { Post } from './post.ts';

/**
 * PO1 A member writes a post only as themselves. PO2 `specific` names at least one person, and never the author. PO3 Other audiences name
 * nobody.
 */
export function checkWritePost(actor: Actor, post: Pick<Post, 'author_id' | 'visibility_type' | 'specific_user_ids'>): Verdict {
  if (post.author_id !== actor.userId) return refuse('NOT_ONESELF');
  if (post.visibility_type === 'specific') {
    if (post.specific_user_ids.length === 0) return refuse('AUDIENCE_EMPTY');
    if (post.specific_user_ids.includes(actor.userId)) return refuse('AUDIENCE_NOT_REACHABLE');
    return allow;
  }
  return post.specific_user_ids.length === 0 ? allow : refuse('INVALID');
}

/** PO4 Only the author edits or deletes a post. Facts: whether the actor can see it, and who its author is. */
export function checkChangePost(actor: Actor, post: { readonly visible: boolean; readonly author_id: string | null }): Verdict {
  // One code for "hidden" and "missing": the answer must not reveal that a post exists.
  if (!post.visible) return refuse('POST_NOT_FOUND');
  return post.author_id === actor.userId ? allow : refuse('NOT_ALLOWED');
}

/** PO5 Every chosen person is within the author's network. Facts: which of them are. */
export function checkAudienceReach(chosen: readonly string[], inNetwork: ReadonlySet<string>): Verdict {
  return chosen.every((id) => inNetwork.has(id)) ? allow : refuse('AUDIENCE_NOT_REACHABLE');
}
