import { comment, type NewComment } from '../../../schemas/comments/comment.ts';
import { checkCreateComment } from '../../../schemas/comments/comment-rules.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { mayReadPost, readsPost } from '../posts/post-facts.ts';

declare module '../../sync/feature.ts' {
  interface NewRows {
    comments: NewComment;
  }
}

/** Writes a comment. `notify_of_comments` notifies members of it afterwards. The post is locked, so the comment gets its scopes. */
export const createComment: CreationFeature<NewComment> = {
  statement: 'create_comments',
  read: (document) => (document.is_deleted === false ? (comment.creation.safeParse(document).data ?? null) : null),
  judge(actor, written) {
    if (!checkCreateComment(actor, written, { postVisible: true }).allowed) return null;
    return { fields: { post_id: written.post_id, ...comment.textOf(written) } };
  },
  isTaken: 'COMMENT_NOT_FOUND',
  sees: (sql, member, id) => sql`exists (
    select from post_comments c join posts p on p.id = c.post_id where c.id = ${id} and ${readsPost(sql, member)}
  )`,
  async check(tx, actor, written) {
    return checkCreateComment(actor, written, { postVisible: await mayReadPost(tx, actor.userId, written.post_id) });
  },
};
