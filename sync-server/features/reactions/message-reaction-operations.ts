/** Describes `message-reaction-routes.ts` for the document of the API. */
import { describeOperations, refused } from '../../api-document/operation.ts';
import { messagePath, messageReaders } from '../messages/message-operations.ts';
import { reactSchema } from './message-reaction-routes.ts';
import { toggled } from './reaction-operations.ts';

const reacting = {
  summary: 'Add or remove a reaction to a message',
  callers: messageReaders,
  pathDescriptions: messagePath,
  body: { schema: reactSchema, example: { emoji: '👍' } },
  repeatable: 'key',
  success: toggled('message'),
  failures: refused('MESSAGE_NOT_FOUND', 'MESSAGE_DELETED', 'STORAGE_USED_UP'),
} as const;

export const messageReactionOperations = describeOperations('Messages', 'member', {
  'POST /messages/:messageId/react': { id: 'reactToMessage', ...reacting },
  'POST /groups/:id/messages/:messageId/react': { id: 'reactToMessageInGroup', ...reacting },
});
