/** Describes the routes of `post-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { rareActsPerHour } from '../../../schemas/base/rare-acts.ts';
import { visibilitySchema } from '../../../schemas/posts/post.ts';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post-limits.ts';
import { created, idSuccess, pageOf, pageQuery, success } from '../../api-document/common.ts';
import { anaAsPerson, exampleId, examplePost } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';
import { PAGE_MAX } from '../../http/pages.ts';
import { audienceViewSchema } from './audience-view.ts';
import { newPostBodySchema, postBodySchema } from './post-routes.ts';
import { postViewSchema } from './post-views.ts';

component('Post', postViewSchema, 'A post as you see it.');
component(
  'Audience',
  visibilitySchema,
  'Who can read a post besides its author. `friends`: direct friends. `friends_of_friends` and `public`: friends and their friends. `specific`: the members in `specific_user_ids`. `private`: nobody.',
);

const { content, visibility_type } = examplePost;
const body = { content, visibility_type };
const pathDescriptions = { id: 'The id of the post.' };
const readers = 'The author, and members whom the audience of the post includes now. Returns 404 otherwise.';
const author = 'The author. Returns 403 if you can read the post but did not write it, 404 otherwise.';

export const postOperations = describeOperations('Posts', 'member', {
  'GET /posts': {
    id: 'listPosts',
    summary: 'List the feed',
    details: `Returns the posts that you can read, newest first. Get it page by page with \`limit\` and \`before\`, or by position with a \`Range\` header (\`items=0-19\`, \`items=20-\`, \`items=-5\`). A range returns at most ${PAGE_MAX} posts.`,
    query: pageQuery(FEED_PAGE_SIZE),
    headers: {
      Range: {
        description: 'Positions in the feed, instead of `limit` and `before`.',
        schema: z.string(),
        example: 'items=0-19',
      },
    },
    success: [
      {
        status: 200,
        description: 'A page of the feed.',
        data: pageOf(postViewSchema),
        example: { items: [examplePost], has_more: false, next_before: null },
        headers: { 'Accept-Ranges': '`items`' },
      },
      {
        status: 206,
        description: 'The posts at the requested positions.',
        data: pageOf(postViewSchema),
        example: { items: [examplePost], has_more: false, next_before: null },
        headers: { 'Content-Range': 'The returned positions and the length of the feed, as in `items 0-0/1`.' },
      },
    ],
    failures: [failed(400), failed(416)],
  },
  'POST /posts': {
    id: 'createPost',
    summary: 'Create a post',
    details:
      '`visibility_type` has no default. `specific` needs `specific_user_ids` with friends or friends of friends. Leave that list out for any other audience.',
    body: { schema: newPostBodySchema, example: { id: exampleId.post, ...body } },
    repeatable: 'id',
    success: created('The post.', postViewSchema, examplePost),
    failures: refused('AUDIENCE_EMPTY', 'AUDIENCE_NOT_REACHABLE', 'POST_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  'GET /posts/:id': {
    id: 'getPost',
    summary: 'Get a post',
    callers: readers,
    pathDescriptions,
    success: success('The post.', postViewSchema, examplePost),
    failures: refused('POST_NOT_FOUND'),
  },
  'PUT /posts/:id': {
    id: 'changePost',
    summary: 'Change a post or its audience',
    details: `Members whom the new audience leaves out lose the post and its comments at once. The audience of one post can change ${rareActsPerHour.audience} times an hour. Further changes return 429 with \`Retry-After\`.`,
    callers: author,
    pathDescriptions,
    body: { schema: postBodySchema, example: { content: 'The plum cake is eaten.', visibility_type: 'only_me' } },
    repeatable: 'key',
    success: success('The changed post.', postViewSchema, examplePost),
    failures: refused('POST_NOT_FOUND', 'NOT_ALLOWED', 'AUDIENCE_EMPTY', 'AUDIENCE_NOT_REACHABLE', 'STORAGE_USED_UP', 'INVALID'),
  },
  'DELETE /posts/:id': {
    id: 'deletePost',
    summary: 'Delete a post',
    details: 'Deletes its comments and reactions too.',
    callers: author,
    pathDescriptions,
    repeatable: 'key',
    success: idSuccess(exampleId.post, 'The post was deleted.'),
    failures: refused('POST_NOT_FOUND', 'NOT_ALLOWED'),
  },
  'GET /posts/:id/audience': {
    id: 'getPostAudience',
    summary: 'Get the audience of a post',
    details:
      'Lists the people who can read the post. Every reader gets the list of a `specific` post. Only the author gets the list of any other post; other readers get `list_shown: false` and no items.',
    callers: readers,
    pathDescriptions,
    success: success('The audience.', audienceViewSchema, {
      visibility_type: 'friends',
      list_shown: true,
      items: [{ user_id: anaAsPerson.id, name: anaAsPerson.name, profile_image_url: null }],
    }),
    failures: refused('POST_NOT_FOUND'),
  },
});
