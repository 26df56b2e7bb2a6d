/** Describes the routes of `comment-routes.ts` for the API document. */
import { COMMENT_CONTENT_MAX, commentContentSchema } from '../../../schemas/comments/comment.ts';
import { afterQuery, idSuccess, partOf } from '../../api-document/common.ts';
import { benAsPerson, exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import { commentBodySchema, newCommentBodySchema } from './comment-routes.ts';
import { commentViewSchema } from './comment-views.ts';

component('Comment', commentViewSchema, 'A comment as this reader sees it. A deleted one stays in its place, without its text.');
note(commentContentSchema, `Trimmed; 1 to ${COMMENT_CONTENT_MAX} UTF-16 code units.`);

const example = {
  id: exampleId.comment,
  post_id: exampleId.post,
  author_id: exampleId.ben,
  author_name: 'Ben',
  author_profile_image_url: null,
  content: 'I bring the cream.',
  created_at: exampleTime,
  edited_at: null,
  is_deleted: false,
  author: benAsPerson,
  reactions: [],
};
const ofComment = { tag: 'Comments', access: 'member' } as const;
const post = { postId: 'The post.' };
const pathDescriptions = { ...post, commentId: 'The comment; below another post it does not exist.' };

export const commentOperations: readonly Operation[] = [
  {
    ...ofComment,
    method: 'GET',
    path: '/posts/:postId/comments',
    id: 'listComments',
    summary: 'Comments of a post, oldest first',
    callers: 'who may read the post.',
    pathDescriptions: post,
    query: afterQuery,
    successes: [{ status: 200, description: 'One part.', data: partOf(commentViewSchema), example: { items: [example] } }],
    failures: [failed(400), ...refused('POST_NOT_FOUND')],
  },
  {
    ...ofComment,
    method: 'POST',
    path: '/posts/:postId/comments',
    id: 'createComment',
    summary: 'Comment on a post',
    callers: 'who may read the post.',
    pathDescriptions: post,
    body: { schema: newCommentBodySchema, example: { id: exampleId.comment, content: example.content } },
    repeatable: 'id',
    successes: [{ status: 201, description: 'The comment.', data: commentViewSchema, example }],
    failures: refused('POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  {
    ...ofComment,
    method: 'PATCH',
    path: '/posts/:postId/comments/:commentId',
    id: 'editComment',
    summary: 'Edit a comment',
    callers: 'its author. Other readers of the post hear 403.',
    pathDescriptions: pathDescriptions,
    body: { schema: commentBodySchema, example: { content: 'I bring cream and coffee.' } },
    repeatable: 'key',
    successes: [{ status: 200, description: 'The comment as it is now.', data: commentViewSchema, example }],
    failures: refused('COMMENT_NOT_FOUND', 'NOT_ALLOWED', 'TARGET_DELETED', 'STORAGE_USED_UP'),
  },
  {
    ...ofComment,
    method: 'DELETE',
    path: '/posts/:postId/comments/:commentId',
    id: 'deleteComment',
    summary: 'Delete a comment',
    details: 'Its place stays, marked as deleted; its text and its reactions go.',
    callers: 'its author, and the author of the post. Other readers of the post hear 403.',
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [idSuccess(exampleId.comment, 'It is deleted.')],
    failures: refused('COMMENT_NOT_FOUND', 'NOT_ALLOWED'),
  },
];
