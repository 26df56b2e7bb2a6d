import { Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema } from '../../../schemas/base/ids.ts';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { comment } from '../../../schemas/comments/comment.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { pageAfter, partAnswer } from '../../http/pages.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { commentViews } from './comment-views.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';

export const commentBodySchema = comment.textChange;
export const newCommentBodySchema = z.extend(comment.text, { id: z.optional(newIdSchema) });

/** The comments of a post: list, oldest first, and write. */
export function commentRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();

  routes.get('/posts/:postId/comments', async (c) => {
    const postId = pathId(c, 'postId', 'POST_NOT_FOUND');
    const { limit, after } = pageAfter(c.req.query());
    const part = await readFor(deps, c, async (reading) => {
      const { tx } = reading;
      if ((await visibleRows(reading, 'posts', [postId])).length === 0) return null;
      const rows = await tx<{ id: string }[]>`
        select id from post_comments
        where post_id = ${postId}
          ${after ? tx`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : tx``}
        order by created_at, id
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return partAnswer(await commentViews(reading, ids), rows.length > limit, (row) => row);
    });
    return part ? ok(c, part) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.post('/posts/:postId/comments', async (c) => {
    const actor = c.get('actor');
    const post_id = pathId(c, 'postId', 'POST_NOT_FOUND');
    const body = await readJson(c, newCommentBodySchema);
    const { id, write } = creationOf(c, 'comments', body.id);
    const verdict = await engine.create('comments', actor, write, { ...body, id, post_id, author_id: actor.userId });
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [created] = await readFor(deps, c, (reading) => commentViews(reading, [id]));
    return created ? ok(c, created, 201) : refusalResponse(c, 'COMMENT_NOT_FOUND');
  });

  routes.patch('/posts/:postId/comments/:commentId', async (c) => {
    const ids = commentOfPath(c);
    const body = await readJson(c, commentBodySchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) =>
      runBelowPost(context, ids, editComment, { ...body, id: ids.commentId }),
    );
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [edited] = await readFor(deps, c, (reading) => commentViews(reading, [ids.commentId]));
    return edited ? ok(c, edited) : refusalResponse(c, 'COMMENT_NOT_FOUND');
  });

  routes.delete('/posts/:postId/comments/:commentId', async (c) => {
    const ids = commentOfPath(c);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) =>
      runBelowPost(context, ids, deleteComment, { id: ids.commentId }),
    );
    return verdict.allowed ? ok(c, { id: ids.commentId }) : refusalResponse(c, verdict.code);
  });

  return routes;
}

interface CommentPath {
  readonly postId: string;
  readonly commentId: string;
}

const commentOfPath = (c: Parameters<typeof pathId>[0]): CommentPath => ({
  postId: pathId(c, 'postId', 'COMMENT_NOT_FOUND'),
  commentId: pathId(c, 'commentId', 'COMMENT_NOT_FOUND'),
});

/** Runs a command on a comment if it is below the post of the path. Otherwise the comment counts as missing. */
async function runBelowPost<Input extends { readonly id: string }>(
  context: CommandContext,
  path: CommentPath,
  command: Command<Input>,
  input: Input,
): Promise<Verdict> {
  const rows = await context.tx`select from post_comments where id = ${path.commentId} and post_id = ${path.postId}`;
  return command(context, { ...input, id: rows.count === 0 ? NO_ROW_ID : input.id });
}
