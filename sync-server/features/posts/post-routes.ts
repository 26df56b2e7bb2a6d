import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { FEED_PAGE_SIZE, postContentSchema, postSchema, visibilityTypes } from '../../../schemas/posts/post.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/envelope.ts';
import { pageAnswer, pagePlace } from '../../http/page-place.ts';
import { readJson } from '../../http/validate.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { contentRange, type ItemRange, itemRange, placeInList } from '../../rest/item-range.ts';
import { pathId } from '../../rest/path-id.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import { audienceView } from './audience-view.ts';
import { changePost } from './change-post.ts';
import { deletePost } from './delete-post.ts';
import { feedLength, feedPage, postViews } from './post-views.ts';

/** The audience is never assumed: a body without an audience, or with an unknown one, is refused. */
const audienceSchema = z.pipe(
  z.enum([...visibilityTypes, 'only_me']),
  z.transform((type) => (type === 'only_me' ? 'private' : type)),
);
export const postBodySchema = z.object({
  content: postContentSchema,
  visibility_type: audienceSchema,
  specific_user_ids: z.nullish(postSchema.shape.specific_user_ids),
});
export const newPostBodySchema = z.extend(postBodySchema, { id: z.optional(uuidSchema) });

const chosenOf = (body: z.infer<typeof postBodySchema>): string[] => [...new Set(body.specific_user_ids ?? [])];

/** Posts: the feed, one post, who can see it, writing. */
export function postRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine, database } = deps;
  const routes = new Hono<AppEnv>();
  const readPost = (viewer: string, id: string) => database.read(async (tx) => (await postViews(deps, tx, viewer, [id]))[0]);

  routes.get('/posts', async (c) => {
    const viewer = c.get('actor').userId;
    const range = itemRange(c.req.header('range'));
    c.header('Accept-Ranges', 'items');
    if (range) return answerRange(c, viewer, range);
    const place = pagePlace(c.req.query(), FEED_PAGE_SIZE);
    const items = await database.read((tx) => feedPage(deps, tx, viewer, { ...place, offset: 0 }));
    return ok(c, pageAnswer(items, place.limit));
  });

  async function answerRange(c: Context<AppEnv>, viewer: string, range: ItemRange) {
    const { items, offset, limit, total } = await database.read(async (tx) => {
      const total = await feedLength(tx, viewer);
      const place = placeInList(range, total);
      return { ...place, total, items: await feedPage(deps, tx, viewer, { ...place, before: null }) };
    });
    const found = contentRange(offset, items.length, total);
    c.header('Content-Range', found ?? `items */${total}`);
    return found === null ? fail(c, 416) : ok(c, pageAnswer(items, limit), 206);
  }

  routes.post('/posts', async (c) => {
    const actor = c.get('actor');
    const body = await readJson(c, newPostBodySchema);
    const { id, write } = creationOf(c, 'posts', body.id);
    const { content, visibility_type } = body;
    const post = { id, author_id: actor.userId, content, visibility_type, specific_user_ids: chosenOf(body) };
    const verdict = await engine.create('posts', actor, write, post);
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
    const verdict = await engine.run(actor, writeOf(c), (context) => changePost(context, change));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const changed = await readPost(actor.userId, id);
    return changed ? ok(c, changed) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.delete('/posts/:id', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => deletePost(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  routes.get('/posts/:id/audience', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const audience = await database.read((tx) => audienceView(deps, tx, c.get('actor').userId, id));
    return audience ? ok(c, audience) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  return routes;
}
