import type { Actor } from '../../../schemas/base/refusal.ts';
import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ScopeName } from '../../sync/scope-name.ts';

/**
 * What commands read of a post. A command takes its lock first and reads in the next statement. A command that writes below a post
 * (comments, reactions) and one that moves or deletes the post wait for each other. So nothing lands in a scope that the post has just
 * left.
 */

export interface PostFacts extends Pick<Post, 'id' | 'author_id' | 'content' | 'visibility_type' | 'specific_user_ids'> {
  readonly write_id: string;
  /** whether the actor can see it, at this moment */
  readonly visible: boolean;
  /** the scopes of the post, and of everything below it */
  readonly scopes: readonly ScopeName[];
}

/** Locks a post in its scopes while something is written below it. Any number of transactions may hold this lock at a time. */
export async function lockPostShared(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  // Sent together; the second statement sees what the first waited for.
  const [, facts] = await Promise.all([
    tx`select from posts where id = ${postId} for key share`.then(() => undefined),
    readPostFacts(tx, actor, postId),
  ]);
  return facts;
}

/** Locks a post exclusively, to change, move or delete it. */
export async function lockPost(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  await tx`select from posts where id = ${postId} for update`;
  return readPostFacts(tx, actor, postId);
}

async function readPostFacts(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  const [facts] = await tx<PostFacts[]>`
    select p.id, p.author_id, p.content, p.visibility_type, p.write_id,
      array(select v.user_id from post_visibility v where v.post_id = p.id order by v.user_id) as specific_user_ids,
      -- A writer reads their own also before the scope of a first post has been made.
      p.author_id = ${actor.userId} or ${actor.userId} = any(readers_of_post(p.id)) as visible,
      (select json_agg(json_build_object('kind', s.kind, 'owner', s.owner, 'other', s.other)) from post_scopes s where s.post_id = p.id)
        as scopes
    from posts p where p.id = ${postId}`;
  return facts ?? null;
}

export async function scopesOfPost(tx: Tx, postId: string): Promise<ScopeName[]> {
  return [...(await tx<ScopeName[]>`select kind, owner, other from post_scopes where post_id = ${postId}`)];
}

/** Whether a member may read a post, asked before they are notified of what happens below it. */
export async function mayReadPost(tx: Tx, reader: string, postId: string): Promise<boolean> {
  const [answer] = await tx<{ may: boolean }[]>`
    select may_read_post(${reader}, p.id) or p.author_id = ${reader} as may from posts p where p.id = ${postId}`;
  return answer?.may === true;
}
