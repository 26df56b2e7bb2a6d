import { Hono } from 'hono';
import * as z from 'zod/mini';
import { FEED_PAGE_SIZE, postContentSchema, postSchema, visibilityTypes } from '../../../schemas/posts/post.ts';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import { HttpError } from '../../http/http-error.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { PAGE_MAX, pageAnswer, pagePlace } from '../rest/page-place.ts';
import { pathId } from '../rest/path-id.ts';
import { creationOf, writeIdOf } from '../rest/repeatable.ts';
import { audienceView } from './audience-view.ts';
import { changePost } from './change-post.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { type FeedPlace, feedPage, postViews } from './post-views.ts';

/** The audience is never assumed: a body without one, or with one that is not known, is refused. */
const audienceSchema = z.pipe(
  z.enum([...visibilityTypes, 'only_me']),
  z.transform((type) => (type === 'only_me' ? 'private' : type)),
);
const postBodySchema = z.object({
  content: postContentSchema,
  visibility_type: audienceSchema,
  specific_user_ids: z.nullish(postSchema.shape.specific_user_ids),
});
const newPostBodySchema = z.extend(postBodySchema, { id: z.optional(uuidSchema) });

const chosenOf = (body: z.infer<typeof postBodySchema>): string[] => [...new Set(body.specific_user_ids ?? [])];

/** Where the reader asked to begin: `?limit=&before=<created_at,id>`, or `Range: items=0-19`. */
function feedPlace(query: Record<string, string>, range: string | undefined): FeedPlace & { readonly byRange: boolean } {
  const items = /^items=(\d{1,6})-(\d{1,6})$/.exec(range ?? '');
  if (items) {
    const [from, to] = [Number(items[1]), Number(items[2])];
    if (to < from) throw new HttpError(400);
    return { limit: Math.min(to - from + 1, PAGE_MAX), offset: from, before: null, byRange: true };
  }
  return { ...pagePlace(query, FEED_PAGE_SIZE), offset: 0, byRange: false };
}

/** Posts: the feed, one post, who can see it, writing. */
export function postRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();
  const readPost = (viewer: string, id: string) => database.read(async (tx) => (await postViews(deps, tx, viewer, [id]))[0]);

  routes.get('/posts', async (c) => {
    const place = feedPlace(c.req.query(), c.req.header('range'));
    const items = await database.read((tx) => feedPage(deps, tx, c.get('actor').userId, place));
    const answer = pageAnswer(items, place.limit);
    if (!place.byRange) return ok(c, answer);
    c.header('Accept-Ranges', 'items');
    if (items.length > 0) c.header('Content-Range', `items ${place.offset}-${place.offset + items.length - 1}/*`);
    return ok(c, answer);
  });

  routes.post('/posts', async (c) => {
    const actor = c.get('actor');
    const body = await readJson(c, newPostBodySchema);
    const { id, writeId } = creationOf(c, 'posts', body.id);
    const { content, visibility_type } = body;
    const post = { id, author_id: actor.userId, content, visibility_type, specific_user_ids: chosenOf(body) };
    const verdict = await engine.run(actor, writeId, (context) => createPost(context, post));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const created = await readPost(actor.userId, id);
    return created ? ok(c, created, 201) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.get('/posts/:id', async (c) => {
    const post = await readPost(c.get('actor').userId, pathId(c, 'id', 'POST_NOT_FOUND'));
    return post ? ok(c, post) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.put('/posts/:id', async (c) => {
    const actor = c.get('actor');
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const body = await readJson(c, postBodySchema);
    const { content, visibility_type } = body;
    const change = { id, content, visibility_type, specific_user_ids: chosenOf(body) };
    const verdict = await engine.run(actor, writeIdOf(c), (context) => changePost(context, change));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const changed = await readPost(actor.userId, id);
    return changed ? ok(c, changed) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.delete('/posts/:id', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeIdOf(c), (context) => deletePost(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  routes.get('/posts/:id/audience', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const audience = await database.read((tx) => audienceView(deps, tx, c.get('actor').userId, id));
    return audience ? ok(c, audience) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  return routes;
}
