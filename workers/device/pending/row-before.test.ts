import { expect, test } from 'vitest';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { canTakeBack } from './row-before.ts';

test.each<[string, CollectionName, { scope: number; assumed: string[]; _deleted: boolean; key?: string }, boolean]>([
  ['a new row', 'reactions', { scope: 0, assumed: [], _deleted: false }, true],
  ['a change of which the state before is kept', 'posts', { scope: 7, assumed: ['1'], _deleted: false }, true],
  ['a mark', 'notifications', { scope: 7, assumed: ['1'], _deleted: false }, false],
  ['a setting', 'settings', { scope: 7, assumed: ['1'], _deleted: false }, false],
  ['a new setting', 'settings', { scope: 0, assumed: [], _deleted: false, key: 'theme' }, true],
  ['a new mark of all notifications', 'settings', { scope: 0, assumed: [], _deleted: false, key: 'notifications_read' }, false],
  ['the deletion of an accepted row', 'notifications', { scope: 7, assumed: ['1'], _deleted: true }, true],
  ['the deletion of a row that was marked before', 'notifications', { scope: 7, assumed: ['1', '2'], _deleted: true }, false],
])('%s', (_, collection, row, can) => {
  expect(canTakeBack(collection, row)).toBe(can);
});
