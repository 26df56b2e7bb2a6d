import { expect, test } from 'vitest';
import { lacksDiskSpace } from './lacks-disk-space.ts';

const named = (name: string, message = '', more: object = {}) => Object.assign(new Error(message), { name }, more);

test.each([
  ['as a browser says it', new DOMException('', 'QuotaExceededError')],
  ['as Firefox did', named('NS_ERROR_DOM_QUOTA_REACHED')],
  ['of a transaction that could not be kept', named('AbortError', '', { inner: named('QuotaExceededError') })],
  ['of one of many rows', named('BulkError', 'posts.bulkPut(): 1 of 2 operations failed', { failures: [named('QuotaExceededError')] })],
  ['in the words of replication', named('RxError (RC_PULL)', '', { parameters: { errors: [{ name: 'QuotaExceededError' }] } })],
  ['of a disk', named('UnknownError', 'Encountered full disk while committing transaction.')],
])('no disk space, %s', (_, error) => {
  expect(lacksDiskSpace(error)).toBe(true);
});

test.each([
  ['a transaction that was ended', named('AbortError', 'Transaction aborted')],
  ['a closed database', named('DatabaseClosedError', 'Database has been closed')],
  ['a conflict', named('RxError (CONFLICT)', '', { parameters: { writeError: { status: 409 } } })],
  ['nothing', undefined],
])('not %s', (_, error) => {
  expect(lacksDiskSpace(error)).toBe(false);
});
