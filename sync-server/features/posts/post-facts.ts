import type { ISql } from 'postgres';
import type { Actor } from '../../../schemas/base/refusal.ts';
import type { Post } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { ScopeName } from '../../sync/scope-name.ts';

/**
 * What commands read of a post. A command takes its lock first and reads in the next statement. A command that writes below a post
 * (comments, reactions) and one that moves or deletes the post wait for each other. So nothing lands in a scope that the post has just
 * left.
 */

export interface PostFacts extends Post {
  readonly write_id: string;
  /** whether the actor can see it, at this moment */
  readonly visible: boolean;
  /** the scopes of the post, and of everything below it */
  readonly scopes: readonly ScopeName[];
}

/** Locks a post in its scopes while something is written below it. Any number of transactions may hold this lock at a time. */
export async function lockPostShared(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  return readLocked(tx, actor, postId, 'key share');
}

/** Locks a post exclusively, to change, move or delete it. */
export async function lockPost(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  return readLocked(tx, actor, postId, 'update');
}

async function readLocked(tx: Tx, actor: Actor, postId: string, lock: 'key share' | 'update'): Promise<PostFacts | null> {
  // Sent together; the second statement sees what the first waited for. A statement is sent when it is first awaited, which `Promise.all`
  // does too late, so the lock is sent by itself.
  const [, facts] = await Promise.all([
    tx`select from posts where id = ${postId} ${lock === 'update' ? tx`for update` : tx`for key share`}`.execute(),
    readPostFacts(tx, actor, postId),
  ]);
  return facts;
}

async function readPostFacts(tx: Tx, actor: Actor, postId: string): Promise<PostFacts | null> {
  const [facts] = await tx<PostFacts[]>`
    select p.*,
      ${readsPost(tx, actor.userId)} as visible,
      (select json_agg(json_build_object('kind', s.kind, 'owner', s.owner, 'other', s.other)) from post_scopes s where s.post_id = p.id)
        as scopes
    from post_rows p where p.id = ${postId}`;
  return facts ?? null;
}

export async function scopesOfPost(tx: Tx, postId: string): Promise<ScopeName[]> {
  return [...(await tx<ScopeName[]>`select kind, owner, other from post_scopes where post_id = ${postId}`)];
}

/** A condition in SQL: whether a member may read the post `p`. Authors read their own also before the scope of a first post exists. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own name for no further types
export const readsPost = (sql: ISql<{}>, member: string) => sql`(p.author_id = ${member} or may_read_post(${member}, p.id))`;

/** Whether a member may read a post. */
export async function mayReadPost(tx: Tx, reader: string, postId: string): Promise<boolean> {
  const [answer] = await tx<{ may: boolean }[]>`
    select ${readsPost(tx, reader)} as may from posts p where p.id = ${postId}`;
  return answer?.may === true;
}
