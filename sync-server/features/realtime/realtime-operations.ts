/** Describes the routes of `realtime-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { note } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';

const channelSchema = note(
  z.string().check(z.regex(/^(posts|notifications|(comments|group_messages):[0-9a-f-]{36})$/)),
  '`posts`, `notifications`, `comments:{post_id}` or `group_messages:{group_id}`.',
);

export const realtimeOperations = describeOperations('Channels', 'member', {
  'GET /realtime/:channel': {
    id: 'openChannel',
    summary: 'Follow a channel',
    details:
      'Returns server-sent events and stays open. [Realtime](/api/docs/realtime) explains the events and how to resume after a lost connection.',
    callers:
      'Any member for `posts` and `notifications`, members who can read the post for its comments, members of the group for its messages. Returns 404 otherwise.',
    pathDescriptions: { channel: 'The name of the channel.' },
    path_schemas: { channel: channelSchema },
    headers: {
      'Last-Event-ID': {
        description: 'The `id` of the last event that you received, to continue after it. It is valid for one member and channel.',
        schema: z.string(),
        example: 'tYkq3n9WmJ4s0aLcBQ0',
      },
    },
    success: { status: 200, description: 'The events.', content: 'text/event-stream' },
    failures: [
      ...refused('NOT_FOUND', 'POST_NOT_FOUND', 'GROUP_NOT_FOUND'),
      { ...failed(504, answerWording.SUBSCRIPTION_TIMEOUT), code: 'SUBSCRIPTION_TIMEOUT' },
    ],
  },
});
