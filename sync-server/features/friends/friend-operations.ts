/** Describes the routes of `friend-routes.ts` and `block-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { connectionPathSchema } from '../../../schemas/friends/connection-path.ts';
import { CONNECTION_PATH_MAX } from '../../../schemas/friends/connection-path-limits.ts';
import { MOST_DIRECT_FRIENDS, NETWORK_MAX } from '../../../schemas/friends/friend-limits.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { beforeQuery, idSuccess, listOf, newestPartOf, success } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';
import { friendDetailSchema, relationshipSchema } from './friend-detail.ts';
import { pathEndsSchema, targetSchema } from './friend-routes.ts';
import { friendViewSchema, networkMemberSchema } from './friend-views.ts';

component('Friend', friendViewSchema, 'A direct friend.');
component(
  'NetworkMember',
  networkMemberSchema,
  'A friend or a friend of a friend. Each member appears once, as a direct friend if they are that.',
);

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
const listedFriend = z.object({
  friend_id: uuidSchema,
  friend_name: z.string(),
  profile_image_url: z.nullable(z.string()),
  relationship_type: z.literal('direct'),
});
const blockAnswer = component('Blocked', z.object({ id: uuidSchema, blocked: z.boolean() }), 'Whether this member is blocked now.');

const blocking = (blocked: boolean) =>
  ({
    details:
      'While one of two members blocks the other, neither is in the network of the other: they cannot read each other’s profile and posts. Blocking also ends a friendship, and unblocking does not restore it. The other member is not notified. The answer does not reveal whether the member exists.',
    callers: 'Any member. Returns 403 for your own id.',
    pathDescriptions: { id: 'The id of the member.' },
    repeatable: 'key',
    success: success('Whether the member is blocked now.', blockAnswer, { id: exampleId.cleo, blocked }),
    failures: refused('NOT_ALLOWED', 'NOT_FOUND', 'TOO_MANY_SETTINGS'),
  }) as const;

export const friendOperations = describeOperations('Friends', 'member', {
  'GET /friends': {
    id: 'listFriends',
    summary: 'List your friends',
    details: 'The newest friendship first.',
    success: success('Your direct friends.', listOf(MOST_DIRECT_FRIENDS, friendViewSchema), { items: [friendExample] }),
  },
  'GET /friends/network': {
    id: 'listNetwork',
    summary: 'List friends and their friends',
    details: 'Direct friends first, then by name.',
    success: success('Your friends and their friends.', listOf(NETWORK_MAX, networkMemberSchema), {
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
    }),
  },
  'GET /friends/:id/detail': {
    id: 'getFriendDetail',
    summary: 'Get a friend and their friends',
    callers: 'Direct friends of this member. Returns 403 for their friends, 404 otherwise.',
    pathDescriptions: { id: 'The id of the friend.' },
    success: success('The friend.', friendDetailSchema, {
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
    }),
    failures: [failed(403, answerWording.FRIEND_NOT_DIRECT), failed(404, answerWording.FRIEND_NOT_FOUND)],
  },
  'DELETE /friends/:id/unfriend': {
    id: 'unfriend',
    summary: 'End a friendship',
    details: 'Ends the friendship for both. With this answer, neither can read any longer what they could read only as a friend.',
    callers: 'Either of the two friends. Returns 404 if you are not friends.',
    pathDescriptions: { id: 'The id of the friend.' },
    repeatable: 'key',
    success: idSuccess(exampleId.ben, 'The friendship has ended.'),
    failures: refused('NOT_FOUND'),
  },
  'GET /extended-friends/connection-path': {
    id: 'getConnectionPath',
    summary: 'Get the path to the author of a comment',
    details: `Returns the people between you and somebody who commented on a post, by way of the author of the post: at most ${CONNECTION_PATH_MAX}.`,
    callers: 'Members who can read a post by `op_user_id` with a comment by `to_user_id`. Returns 404 otherwise.',
    query: {
      to_user_id: {
        description: 'The author of the comment.',
        schema: pathEndsSchema.shape.to_user_id,
        required: true,
        example: exampleId.cleo,
      },
      op_user_id: {
        description: 'The author of the post.',
        schema: pathEndsSchema.shape.op_user_id,
        required: true,
        example: exampleId.ben,
      },
    },
    success: success(
      'The people on the path, you first.',
      z.object({ path: note(connectionPathSchema, 'A person has no id if you can see nothing of them.') }),
      {
        path: [
          { user_id: exampleId.ana, name: 'Ana' },
          { user_id: exampleId.ben, name: 'Ben' },
        ],
      },
    ),
    failures: [failed(404, answerWording.PATH_NONE)],
  },
  'POST /rpc/get_user_relationship_data': {
    id: 'getRelationship',
    summary: 'Get your relationship to a member',
    callers: 'Any member. The list is empty for members outside your network.',
    body: { schema: targetSchema, example: { target_user_id: exampleId.cleo } },
    success: success(
      'One item for each connection between you: direct, or through a friend.',
      listOf(MOST_DIRECT_FRIENDS, relationshipSchema),
      { items: [{ relationship_type: 'friend_of_friend', ...throughBen, can_send_invitation: true }] },
    ),
  },
  'POST /rpc/get_user_friends_list': {
    id: 'getFriendsOf',
    summary: 'List the friends of a friend',
    callers: 'Any member. The list is empty unless the target is you or a direct friend.',
    body: { schema: targetSchema, example: { target_user_id: exampleId.ben } },
    success: success('Their direct friends.', listOf(MOST_DIRECT_FRIENDS, listedFriend), {
      items: [{ friend_id: exampleId.cleo, friend_name: 'Cleo', profile_image_url: null, relationship_type: 'direct' }],
    }),
  },
  'PUT /profiles/:id/block': { id: 'block', summary: 'Block a member', ...blocking(true) },
  'DELETE /profiles/:id/block': { id: 'unblock', summary: 'Unblock a member', ...blocking(false) },
  'GET /friends/blocked': {
    id: 'listBlocked',
    summary: 'List blocked members',
    query: beforeQuery,
    success: success(
      'The members whom you block, the last blocked first.',
      newestPartOf(z.object({ id: uuidSchema, name: z.string(), created_at: timestampSchema })),
      { items: [{ id: exampleId.cleo, name: 'Cleo', created_at: exampleTime }] },
    ),
    failures: [failed(400)],
  },
});
