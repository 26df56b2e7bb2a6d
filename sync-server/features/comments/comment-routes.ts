import { Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { commentContentSchema } from '../../../schemas/comments/comment.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import { partAnswer, placeAfter } from '../../http/page-place.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import { pathId } from '../../rest/path-id.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { commentViews } from './comment-views.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';

export const commentBodySchema = z.object({ content: commentContentSchema });
export const newCommentBodySchema = z.extend(commentBodySchema, { id: z.optional(uuidSchema) });

/** The comments of a post: list, oldest first, and write. */
export function commentRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();

  routes.get('/posts/:postId/comments', async (c) => {
    const viewer = c.get('actor').userId;
    const postId = pathId(c, 'postId', 'POST_NOT_FOUND');
    const { limit, after } = placeAfter(c.req.query());
    const part = await database.read(async (tx) => {
      if ((await visibleRows(engine, tx, viewer, 'posts', [postId])).length === 0) return null;
      const rows = await tx<{ id: string }[]>`
        select id from post_comments
        where post_id = ${postId}
          ${after ? tx`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : tx``}
        order by created_at, id
        limit ${limit + 1}`;
      const ids = rows.slice(0, limit).map((row) => row.id);
      return partAnswer(await commentViews(deps, tx, viewer, ids), rows.length > limit, (comment) => comment);
    });
    return part ? ok(c, part) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.post('/posts/:postId/comments', async (c) => {
    const actor = c.get('actor');
    const post_id = pathId(c, 'postId', 'POST_NOT_FOUND');
    const body = await readJson(c, newCommentBodySchema);
    const { id, write } = creationOf(c, 'comments', body.id);
    const comment = { id, post_id, author_id: actor.userId, content: body.content };
    const verdict = await engine.create('comments', actor, write, comment);
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [created] = await database.read((tx) => commentViews(deps, tx, actor.userId, [id]));
    return created ? ok(c, created, 201) : refusalResponse(c, 'COMMENT_NOT_FOUND');
  });

  routes.patch('/posts/:postId/comments/:commentId', async (c) => {
    const actor = c.get('actor');
    const ids = commentOfPath(c);
    const { content } = await readJson(c, commentBodySchema);
    const verdict = await engine.run(actor, writeOf(c), (context) =>
      runBelowPost(context, ids, editComment, { id: ids.commentId, content }),
    );
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [edited] = await database.read((tx) => commentViews(deps, tx, actor.userId, [ids.commentId]));
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
