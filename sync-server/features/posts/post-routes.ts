import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema } from '../../../schemas/base/ids.ts';
import { photosSchema } from '../../../schemas/images/photo.ts';
import { post } from '../../../schemas/posts/post.ts';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post-limits.ts';
import { visibilityTypes } from '../../../schemas/posts/visibility.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/errors/envelope.ts';
import { pageAnswer, pageBefore } from '../../http/pages.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { contentRange, type ItemRange, itemRange, sliceOfList } from '../../rest/item-range.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
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
const chosenSchema = z.pipe(
  z.nullish(post.text.shape.specific_user_ids),
  z.transform((chosen) => chosen ?? []),
);
const audienceFields = { visibility_type: audienceSchema, specific_user_ids: chosenSchema };
export const postBodySchema = z.extend(post.textChange, { ...audienceFields, photos: z.optional(photosSchema) });
export const newPostBodySchema = z.extend(post.text, {
  ...audienceFields,
  photos: z._default(photosSchema, []),
  id: z.optional(newIdSchema),
});

/** Posts: the feed, one post, who can see it, writing. */
export function postRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();
  const readPost = (c: Context<AppEnv>, id: string) => readFor(deps, c, async (reading) => (await postViews(reading, [id]))[0]);

  routes.get('/posts', async (c) => {
    const range = itemRange(c.req.header('range'));
    c.header('Accept-Ranges', 'items');
    if (range) return answerRange(c, range);
    const page = pageBefore(c.req.query(), FEED_PAGE_SIZE);
    const items = await readFor(deps, c, (reading) => feedPage(reading, { ...page, offset: 0 }));
    return ok(c, pageAnswer(items, page.limit));
  });

  async function answerRange(c: Context<AppEnv>, range: ItemRange) {
    const { items, offset, limit, total } = await readFor(deps, c, async (reading) => {
      const total = await feedLength(reading);
      const slice = sliceOfList(range, total);
      return { ...slice, total, items: await feedPage(reading, { ...slice, before: null }) };
    });
    const found = contentRange(offset, items.length, total);
    c.header('Content-Range', found ?? `items */${total}`);
    return found === null ? fail(c, 416) : ok(c, pageAnswer(items, limit), 206);
  }

  routes.post('/posts', async (c) => {
    const actor = c.get('actor');
    const body = await readJson(c, newPostBodySchema);
    const { id, write } = creationOf(c, 'posts', body.id);
    const verdict = await engine.create('posts', actor, write, { ...body, id, author_id: actor.userId });
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const created = await readPost(c, id);
    return created ? ok(c, created, 201) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.get('/posts/:id', async (c) => {
    const found = await readPost(c, pathId(c, 'id', 'POST_NOT_FOUND'));
    return found ? ok(c, found) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.put('/posts/:id', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const body = await readJson(c, postBodySchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => changePost(context, { ...body, id }));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const changed = await readPost(c, id);
    return changed ? ok(c, changed) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  routes.delete('/posts/:id', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => deletePost(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  routes.get('/posts/:id/audience', async (c) => {
    const id = pathId(c, 'id', 'POST_NOT_FOUND');
    const audience = await readFor(deps, c, (reading) => audienceView(reading, id));
    return audience ? ok(c, audience) : refusalResponse(c, 'POST_NOT_FOUND');
  });

  return routes;
}
