/** Describes the routes of `friend-routes.ts` and `block-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { CONNECTION_PATH_MAX, connectionPathSchema } from '../../../schemas/friends/connection-path.ts';
import { MOST_DIRECT_FRIENDS, NETWORK_MAX } from '../../../schemas/friends/friend.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { beforeQuery, idSuccess, listOf, newestPartOf } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import { friendDetailSchema, relationshipSchema } from './friend-detail.ts';
import { pathEndsSchema, targetSchema } from './friend-routes.ts';
import { friendViewSchema, networkMemberSchema } from './friend-views.ts';

component('Friend', friendViewSchema, 'A direct friend.');
component('NetworkMember', networkMemberSchema, 'Somebody within two steps, each once; a direct friendship comes before any other way.');

const friendExample = {
  id: `${exampleId.ana}|${exampleId.ben}`,
  user_id: exampleId.ana,
  friend_id: exampleId.ben,
  created_at: exampleTime,
  friend_name: 'Ben',
  name: 'Ben',
  profile_image_url: null,
  relationship_type: 'direct',
  visibility_level: 1,
  through_friend_id: null,
};
const throughBen = { through_friend_id: exampleId.ben, through_friend_name: 'Ben' };
const anyMember = 'any member; each sees their own.';
const ofFriend = { tag: 'Friends', access: 'member' } as const;
const listedFriend = z.object({
  friend_id: uuidSchema,
  friend_name: z.string(),
  profile_image_url: z.nullable(z.string()),
  relationship_type: z.literal('direct'),
});
const blockAnswer = component('Blocked', z.object({ id: uuidSchema, blocked: z.boolean() }), 'Whether this member is blocked now.');

export const friendOperations: readonly Operation[] = [
  {
    ...ofFriend,
    method: 'GET',
    path: '/friends',
    id: 'listFriends',
    summary: 'Direct friends, newest first',
    callers: anyMember,
    successes: [
      { status: 200, description: 'The circle.', data: listOf(MOST_DIRECT_FRIENDS, friendViewSchema), example: { items: [friendExample] } },
    ],
  },
  {
    ...ofFriend,
    method: 'GET',
    path: '/friends/network',
    id: 'listNetwork',
    summary: 'Friends and their friends',
    details: 'The closer ones first, then by name.',
    callers: anyMember,
    successes: [
      {
        status: 200,
        description: 'Everybody within two steps.',
        data: listOf(NETWORK_MAX, networkMemberSchema),
        example: {
          items: [
            {
              user_id: exampleId.cleo,
              name: 'Cleo',
              profile_image_url: null,
              relationship_type: 'friend_of_friend',
              visibility_level: 2,
              is_direct_friend: false,
              ...throughBen,
            },
          ],
        },
      },
    ],
  },
  {
    ...ofFriend,
    method: 'GET',
    path: '/friends/:id/detail',
    id: 'getFriendDetail',
    summary: 'A friend, and their friends',
    callers: 'direct friends. Friends of friends hear 403, others 404.',
    pathDescriptions: { id: 'The friend.' },
    successes: [
      {
        status: 200,
        description: 'The friend.',
        data: friendDetailSchema,
        example: {
          id: exampleId.ben,
          user_id: exampleId.ben,
          name: 'Ben',
          email: 'ben@example.com',
          bio: 'Bakes on Sundays.',
          location: 'Lisbon',
          interests: ['bread'],
          profile_image_url: null,
          friends_since: exampleTime,
          total_friends: 1,
          friends: [
            {
              user_id: exampleId.cleo,
              name: 'Cleo',
              profile_image_url: null,
              is_self: false,
              is_friend: false,
              invitation_id: null,
              can_send_invitation: true,
            },
          ],
        },
      },
    ],
    failures: [failed(403, answerWording.FRIEND_NOT_DIRECT), failed(404, answerWording.FRIEND_NOT_FOUND)],
  },
  {
    ...ofFriend,
    method: 'DELETE',
    path: '/friends/:id/unfriend',
    id: 'unfriend',
    summary: 'End a friendship',
    details: 'For both at once. What each could read only as a friend is out of their reach with this answer.',
    callers: 'either of the two.',
    pathDescriptions: { id: 'The friend.' },
    repeatable: 'key',
    successes: [idSuccess(exampleId.ben, 'They are friends no longer.')],
    failures: refused('NOT_FOUND'),
  },
  {
    ...ofFriend,
    method: 'GET',
    path: '/extended-friends/connection-path',
    id: 'getConnectionPath',
    summary: 'How one is connected with the writer of a comment',
    details: `From the caller over the author of the post to its commenter, ${CONNECTION_PATH_MAX} people at most.`,
    callers: 'who can see a post of `op_user_id`, and on it a comment by `to_user_id`. To others there is no path.',
    query: {
      to_user_id: {
        description: 'Who wrote the comment.',
        schema: pathEndsSchema.shape.to_user_id,
        required: true,
        example: exampleId.cleo,
      },
      op_user_id: { description: 'Who wrote the post.', schema: pathEndsSchema.shape.op_user_id, required: true, example: exampleId.ben },
    },
    successes: [
      {
        status: 200,
        description: 'The people on the way.',
        data: z.object({ path: note(connectionPathSchema, 'Without an id where the caller holds nothing of somebody.') }),
        example: {
          path: [
            { user_id: exampleId.ana, name: 'Ana' },
            { user_id: exampleId.ben, name: 'Ben' },
          ],
        },
      },
    ],
    failures: [failed(404, answerWording.PATH_NONE)],
  },
  {
    ...ofFriend,
    method: 'POST',
    path: '/rpc/get_user_relationship_data',
    id: 'getRelationship',
    summary: 'How one is connected with somebody',
    callers: 'any member. Of people out of reach nothing is said.',
    body: { schema: targetSchema, example: { target_user_id: exampleId.cleo } },
    successes: [
      {
        status: 200,
        description: 'A row for each way; none where there is none.',
        data: listOf(MOST_DIRECT_FRIENDS, relationshipSchema),
        example: { items: [{ relationship_type: 'friend_of_friend', ...throughBen, can_send_invitation: true }] },
      },
    ],
  },
  {
    ...ofFriend,
    method: 'POST',
    path: '/rpc/get_user_friends_list',
    id: 'getFriendsOf',
    summary: 'The friends of a friend',
    callers: 'direct friends, and oneself; for others the list is empty.',
    body: { schema: targetSchema, example: { target_user_id: exampleId.ben } },
    successes: [
      {
        status: 200,
        description: 'Their direct friends.',
        data: listOf(MOST_DIRECT_FRIENDS, listedFriend),
        example: { items: [{ friend_id: exampleId.cleo, friend_name: 'Cleo', profile_image_url: null, relationship_type: 'direct' }] },
      },
    ],
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Operation => ({
      ...ofFriend,
      method,
      path: '/profiles/:id/block',
      id: method === 'PUT' ? 'block' : 'unblock',
      summary: method === 'PUT' ? 'Block a member' : 'Block a member no longer',
      details:
        'The two are taken out of each other’s reach, and the other is told nothing. The answer does not say whether somebody is there.',
      callers: 'any member, about anybody but themselves.',
      pathDescriptions: { id: 'The member.' },
      repeatable: 'key',
      successes: [
        { status: 200, description: 'It is so now.', data: blockAnswer, example: { id: exampleId.cleo, blocked: method === 'PUT' } },
      ],
      failures: refused('NOT_ALLOWED', 'NOT_FOUND'),
    }),
  ),
  {
    ...ofFriend,
    method: 'GET',
    path: '/friends/blocked',
    id: 'listBlocked',
    summary: 'Whom one has blocked',
    callers: anyMember,
    query: beforeQuery,
    successes: [
      {
        status: 200,
        description: 'Whoever was blocked last first.',
        data: newestPartOf(z.object({ id: uuidSchema, name: z.string(), created_at: timestampSchema })),
        example: { items: [{ id: exampleId.cleo, name: 'Cleo', created_at: exampleTime }] },
      },
    ],
    failures: [failed(400)],
  },
];
