/** Describes the routes of `realtime-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { HEARTBEAT_MS } from '../../../schemas/protocol/sync.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { exampleId } from '../../api-document/examples.ts';
import { note } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import { MAX_CHANNELS_OF_SESSION } from '../../sync/channel-hub.ts';

const channelSchema = note(
  z.string().check(z.regex(/^(posts|notifications|(comments|group_messages):[0-9a-f-]{36})$/)),
  '`posts`, `notifications`, `comments:{post_id}` or `group_messages:{group_id}`.',
);

const details = `Server-sent events; the answer stays open. \`EventSource\` cannot send the access token, a reader over \`fetch\` can. \`posts\` tells of the posts that one may read, \`notifications\` of one’s own, \`comments:{post_id}\` of the comments of a post, \`group_messages:{group_id}\` of the messages of a group.

\`subscribed\` with \`{"channel": …, "resumed": …}\`: it stands. Whatever commits from now on is told; read the list after it.

\`insert\` and \`update\` with the whole entity, as \`Post\`, \`Notification\`, \`Comment\` or \`Message\` describe it: put it in its place, whether you hold it or not. What shows in an entity, its reactions and the number of comments of a post, is an \`update\` of it. A deleted comment or message keeps its place: that is an \`update\` too.

\`delete\` with \`{"id": …}\`: gone, or no longer yours to read.

\`resync\` with \`{"channel": …}\`: some of what you hold may be no longer yours, or what came in between cannot be told. Read the list again, in place of what you hold, and apply the events that came since. Many are told at once: let a part of a second pass that you draw by lot.

\`heartbeat\` with \`{}\`, every ${HEARTBEAT_MS / 1000} seconds. A channel that is silent for twice as long is dead.

\`closed\` with \`{"channel": …, "reason": …}\`, the last event: \`gone\` (what the channel belongs to is no longer yours to see), \`session_ended\`, \`too_many_channels\` (${MAX_CHANNELS_OF_SESSION} of a session; the oldest ends), \`server_restarts\` (come again).

**Coming again**: send the \`id\` of the last event as \`Last-Event-ID\`, to whichever server. What came after it follows, once; where that cannot be, \`resync\` comes first.`;

export const realtimeOperations: readonly Operation[] = [
  {
    tag: 'Channels',
    access: 'member',
    method: 'GET',
    path: '/realtime/:channel',
    id: 'openChannel',
    summary: 'Follow what changes',
    details,
    callers:
      'any member for `posts` and `notifications`; who may read the post for its comments; active members of the group for its messages.',
    pathDescriptions: { channel: 'Which channel.' },
    path_schemas: { channel: channelSchema },
    headers: {
      'Last-Event-ID': {
        description: 'The `id` of the last event that came, to go on behind it. It is good for this member and this channel.',
        schema: z.string(),
        example: 'tYkq3n9WmJ4s0aLcBQ0',
      },
    },
    successes: [
      { status: 200, description: `The events, for \`posts\` or, say, \`comments:${exampleId.post}\`.`, content: 'text/event-stream' },
    ],
    failures: [
      ...refused('NOT_FOUND', 'POST_NOT_FOUND', 'GROUP_NOT_FOUND'),
      { ...failed(504, answerWording.SUBSCRIPTION_TIMEOUT), code: 'SUBSCRIPTION_TIMEOUT' },
    ],
  },
];
