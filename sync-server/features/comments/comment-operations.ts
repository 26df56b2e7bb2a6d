/** Describes the routes of `comment-routes.ts` for the API document. */
import { comment } from '../../../schemas/comments/comment.ts';
import { afterQuery, created, idSuccess, partOf, success } from '../../api-document/common.ts';
import { benAsPerson, exampleId } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';
import { commentBodySchema, newCommentBodySchema } from './comment-routes.ts';
import { commentViewSchema } from './comment-views.ts';

component('Comment', commentViewSchema, 'A comment as you see it. A deleted comment keeps its place and loses its text.');

const example = { ...comment.example, author: benAsPerson, reactions: [] };
const post = { postId: 'The id of the post.' };
const pathDescriptions = { ...post, commentId: 'The id of the comment. Returns 404 if the comment belongs to another post.' };

export const commentOperations = describeOperations('Comments', 'member', {
  'GET /posts/:postId/comments': {
    id: 'listComments',
    summary: 'List comments of a post',
    details: 'Oldest first.',
    callers: 'Members who can read the post. Returns 404 otherwise.',
    pathDescriptions: post,
    query: afterQuery,
    success: success('A page of comments.', partOf(commentViewSchema), { items: [example] }),
    failures: [failed(400), ...refused('POST_NOT_FOUND')],
  },
  'POST /posts/:postId/comments': {
    id: 'createComment',
    summary: 'Comment on a post',
    callers: 'Members who can read the post. Returns 404 otherwise.',
    pathDescriptions: post,
    body: { schema: newCommentBodySchema, example: { id: exampleId.comment, content: example.content } },
    repeatable: 'id',
    success: created('The comment.', commentViewSchema, example),
    failures: refused('POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  'PATCH /posts/:postId/comments/:commentId': {
    id: 'editComment',
    summary: 'Edit a comment',
    callers: 'The author of the comment. Returns 403 if you can read the post but did not write the comment, 404 otherwise.',
    pathDescriptions,
    body: { schema: commentBodySchema, example: { content: 'I bring cream and coffee.' } },
    repeatable: 'key',
    success: success('The changed comment.', commentViewSchema, example),
    failures: refused('COMMENT_NOT_FOUND', 'NOT_ALLOWED', 'TARGET_DELETED', 'STORAGE_USED_UP'),
  },
  'DELETE /posts/:postId/comments/:commentId': {
    id: 'deleteComment',
    summary: 'Delete a comment',
    details: 'Deletes the text and the reactions. The comment keeps its place, with `is_deleted: true`.',
    callers: 'The author of the comment and the author of the post. Returns 403 for other readers of the post, 404 otherwise.',
    pathDescriptions,
    repeatable: 'key',
    success: idSuccess(exampleId.comment, 'The comment was deleted.'),
    failures: refused('COMMENT_NOT_FOUND', 'NOT_ALLOWED'),
  },
});
