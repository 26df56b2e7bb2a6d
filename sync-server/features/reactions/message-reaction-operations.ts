/** Describes `message-reaction-routes.ts` for the document of the API. */
import { type Operation, refused } from '../../api-document/operation.ts';
import { inGroup, messagePath, messageReaders } from '../messages/message-operations.ts';
import { REACT_PATHS, reactSchema } from './message-reaction-routes.ts';
import { toggledExample, toggledSchema } from './reaction-operations.ts';

export const messageReactionOperations: readonly Operation[] = REACT_PATHS.map((path) => ({
  tag: 'Messages',
  access: 'member',
  method: 'POST',
  path,
  id: `reactToMessage${inGroup(path)}`,
  summary: 'React to a message, or take that back',
  callers: messageReaders,
  pathDescriptions: messagePath,
  body: { schema: reactSchema, example: { emoji: '👍' } },
  repeatable: 'key',
  successes: [{ status: 200, description: 'What was done.', data: toggledSchema, example: toggledExample }],
  failures: refused('MESSAGE_NOT_FOUND', 'MESSAGE_DELETED', 'STORAGE_USED_UP'),
}));
