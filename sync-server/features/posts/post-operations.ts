/** Describes the routes of `post-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { FEED_PAGE_SIZE, POST_CONTENT_MAX, postContentSchema, visibilitySchema } from '../../../schemas/posts/post.ts';
import { idSuccess, pageOf, pageQuery } from '../../api-document/common.ts';
import { anaAsPerson, exampleId, examplePost } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import { PAGE_MAX } from '../../http/page-place.ts';
import { audienceViewSchema } from './audience-view.ts';
import { newPostBodySchema, postBodySchema } from './post-routes.ts';
import { postViewSchema } from './post-views.ts';

component('Post', postViewSchema, 'A post as this reader sees it.');
note(postContentSchema, `Trimmed; 1 to ${POST_CONTENT_MAX} UTF-16 code units.`);
component(
  'Audience',
  visibilitySchema,
  '`friends`: direct friends. `friends_of_friends` and `public`: those within two steps. `specific`: whom `specific_user_ids` names. `private`: nobody else.',
);

const body = { content: examplePost.content, visibility_type: 'friends' };
const pathDescriptions = { id: 'The post.' };
const readers = 'who may read the post: its author, and those whom its audience reaches now. To others it does not exist.';
const author = 'the author. Who may read it hears 403, others 404.';
const ofPost = { tag: 'Posts', access: 'member' } as const;

export const postOperations: readonly Operation[] = [
  {
    ...ofPost,
    method: 'GET',
    path: '/posts',
    id: 'listPosts',
    summary: 'The feed, newest first',
    details: `By pages (\`limit\` and \`before\`), or by \`Range: items=0-19\`, \`items=20-\` and \`items=-5\`: one range is one page, of ${PAGE_MAX} at most.`,
    callers: 'any member; each sees what they may read.',
    query: pageQuery(FEED_PAGE_SIZE),
    headers: {
      Range: {
        description: 'A part of the list by position, in place of `limit` and `before`.',
        schema: z.string(),
        example: 'items=0-19',
      },
    },
    successes: [
      {
        status: 200,
        description: 'A page.',
        data: pageOf(postViewSchema),
        example: { items: [examplePost], has_more: false, next_before: null },
        headers: { 'Accept-Ranges': '`items`' },
      },
      {
        status: 206,
        description: 'The part that was asked for.',
        data: pageOf(postViewSchema),
        example: { items: [examplePost], has_more: false, next_before: null },
        headers: { 'Content-Range': '`items 0-0/1`: which came, and of how many.' },
      },
    ],
    failures: [failed(400), failed(416)],
  },
  {
    ...ofPost,
    method: 'POST',
    path: '/posts',
    id: 'createPost',
    summary: 'Write a post',
    details: 'The audience is never assumed. `specific` names friends, or friends of friends; the other audiences name nobody.',
    callers: 'any member.',
    body: { schema: newPostBodySchema, example: { id: exampleId.post, ...body } },
    repeatable: 'id',
    successes: [{ status: 201, description: 'The post.', data: postViewSchema, example: examplePost }],
    failures: refused('AUDIENCE_EMPTY', 'AUDIENCE_NOT_REACHABLE', 'POST_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  {
    ...ofPost,
    method: 'GET',
    path: '/posts/:id',
    id: 'getPost',
    summary: 'One post',
    callers: readers,
    pathDescriptions: pathDescriptions,
    successes: [{ status: 200, description: 'The post.', data: postViewSchema, example: examplePost }],
    failures: refused('POST_NOT_FOUND'),
  },
  {
    ...ofPost,
    method: 'PUT',
    path: '/posts/:id',
    id: 'changePost',
    summary: 'Change a post, or who sees it',
    details: 'Those whom the new audience leaves out lose the post at once, with its comments.',
    callers: author,
    pathDescriptions: pathDescriptions,
    body: { schema: postBodySchema, example: { content: 'The plum cake is eaten.', visibility_type: 'only_me' } },
    repeatable: 'key',
    successes: [{ status: 200, description: 'The post as it is now.', data: postViewSchema, example: examplePost }],
    failures: refused('POST_NOT_FOUND', 'NOT_ALLOWED', 'AUDIENCE_EMPTY', 'AUDIENCE_NOT_REACHABLE', 'STORAGE_USED_UP', 'INVALID'),
  },
  {
    ...ofPost,
    method: 'DELETE',
    path: '/posts/:id',
    id: 'deletePost',
    summary: 'Delete a post',
    details: 'Its comments and reactions go with it.',
    callers: author,
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [idSuccess(exampleId.post, 'It is gone.')],
    failures: refused('POST_NOT_FOUND', 'NOT_ALLOWED'),
  },
  {
    ...ofPost,
    method: 'GET',
    path: '/posts/:id/audience',
    id: 'getPostAudience',
    summary: 'Who can see a post',
    details: 'Of a post for friends or their friends, only its author is shown who that is (`list_shown`).',
    callers: readers,
    pathDescriptions: pathDescriptions,
    successes: [
      {
        status: 200,
        description: 'Its audience.',
        data: audienceViewSchema,
        example: {
          visibility_type: 'friends',
          list_shown: true,
          items: [{ user_id: anaAsPerson.id, name: anaAsPerson.name, profile_image_url: null }],
        },
      },
    ],
    failures: refused('POST_NOT_FOUND'),
  },
];
