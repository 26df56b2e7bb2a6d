/** Describes the routes of `reaction-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { listOf } from '../../api-document/common.ts';
import { exampleId, exampleReactions } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import {
  EMOJI_OF_TARGET_MAX,
  NAMED_IN_ALL_MAX,
  NAMED_MAX,
  reactionGroupSchema,
  reactionGroupsSchema,
  TARGETS_MAX,
} from '../../rest/reaction-groups.ts';
import { toggleSchema } from './reaction-routes.ts';

component(
  'ReactionGroup',
  reactionGroupSchema,
  `One emoji on one target: who gave it, as far as this reader sees them. A target has at most ${EMOJI_OF_TARGET_MAX} of these, those given most. \`count\` is of all; \`users\` names those who gave it first, at most ${NAMED_MAX} and at most ${NAMED_IN_ALL_MAX} in one answer.`,
);

const ofReaction = { tag: 'Reactions', access: 'member' } as const;
const targetType = z.enum(['post', 'comment']);

/** The answer to a toggle, also for messages. */
export const toggledSchema = component(
  'Toggled',
  z.object({ action: z.enum(['added', 'removed']), reactions: reactionGroupsSchema }),
  '`action` is what this very request did; `reactions` are those of the target now.',
);
export const toggledExample = { action: 'added', reactions: exampleReactions };

export const reactionOperations: readonly Operation[] = [
  {
    ...ofReaction,
    method: 'POST',
    path: '/posts/reactions',
    id: 'toggleReaction',
    summary: 'React to a post or a comment, or take that back',
    details: 'Exactly one emoji of those that Unicode recommends for interchange; it is stored fully qualified, so that ❤ is ❤️.',
    callers: 'who may read the target, as themselves.',
    body: { schema: toggleSchema, example: { emoji_code: '👍', target_type: 'post', target_id: exampleId.post } },
    repeatable: 'key',
    successes: [{ status: 200, description: 'What was done.', data: toggledSchema, example: toggledExample }],
    failures: refused('TARGET_NOT_FOUND', 'TARGET_DELETED', 'STORAGE_USED_UP'),
  },
  {
    ...ofReaction,
    method: 'GET',
    path: '/posts/reactions',
    id: 'listReactions',
    summary: 'Reactions to some posts or comments',
    callers: 'any member. What they may not read has none.',
    query: {
      target_type: { description: 'What the targets are.', schema: targetType, required: true, example: 'post' },
      target_ids: {
        description: `At most ${TARGETS_MAX} ids, with commas between them.`,
        schema: z.string().check(z.maxLength(TARGETS_MAX * exampleId.post.length + TARGETS_MAX - 1)),
        required: true,
        example: exampleId.post,
      },
    },
    successes: [
      {
        status: 200,
        description: 'For each target, in the order asked.',
        data: listOf(TARGETS_MAX, z.object({ target_type: targetType, target_id: uuidSchema, reactions: reactionGroupsSchema })),
        example: { items: [{ target_type: 'post', target_id: exampleId.post, reactions: exampleReactions }] },
      },
    ],
    failures: [failed(422)],
  },
];
