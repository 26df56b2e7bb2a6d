/** Describes the routes of `reaction-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { listOf, success } from '../../api-document/common.ts';
import { exampleId, exampleReactions } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';
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
  `One emoji on one target, and who reacted with it. Lists the ${EMOJI_OF_TARGET_MAX} most used emoji of a target. \`count\` counts everybody. \`users\` names the first to react: at most ${NAMED_MAX} for an emoji, and at most ${NAMED_IN_ALL_MAX} in one answer.`,
);

const targetType = z.enum(['post', 'comment']);

const toggledSchema = component(
  'Toggled',
  z.object({ action: z.enum(['added', 'removed']), reactions: reactionGroupsSchema }),
  '`action` is what this request did. `reactions` are the reactions to the target now.',
);
/** The answer to a toggle. */
export const toggled = (target: string) =>
  success(`What the request did, and the reactions to the ${target} now.`, toggledSchema, { action: 'added', reactions: exampleReactions });

export const reactionOperations = describeOperations('Reactions', 'member', {
  'POST /posts/reactions': {
    id: 'toggleReaction',
    summary: 'Add or remove a reaction to a post or a comment',
    details:
      'Removes the reaction if you already reacted with this emoji, and adds it otherwise. `emoji_code` is one emoji that Unicode recommends for general interchange. It is stored fully qualified, so ❤ becomes ❤️.',
    callers: 'Members who can read the target. Returns 404 otherwise.',
    body: { schema: toggleSchema, example: { emoji_code: '👍', target_type: 'post', target_id: exampleId.post } },
    repeatable: 'key',
    success: toggled('target'),
    failures: refused('TARGET_NOT_FOUND', 'TARGET_DELETED', 'STORAGE_USED_UP'),
  },
  'GET /posts/reactions': {
    id: 'listReactions',
    summary: 'List reactions to posts or comments',
    callers: 'Any member. Targets that you cannot read have no reactions.',
    query: {
      target_type: { description: 'The kind of the targets.', schema: targetType, required: true, example: 'post' },
      target_ids: {
        description: `At most ${TARGETS_MAX} ids, separated by commas.`,
        schema: z.string().check(z.maxLength(TARGETS_MAX * exampleId.post.length + TARGETS_MAX - 1)),
        required: true,
        example: exampleId.post,
      },
    },
    success: success(
      'The reactions to each target, in the order of `target_ids`.',
      listOf(TARGETS_MAX, z.object({ target_type: targetType, target_id: uuidSchema, reactions: reactionGroupsSchema })),
      { items: [{ target_type: 'post', target_id: exampleId.post, reactions: exampleReactions }] },
    ),
    failures: [failed(422)],
  },
});
