import { describe, expect, test } from 'vitest';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { answeredRow } from './push.ts';

const change: PushChange = { collection: 'comments', assumed: ['w0'], document: { id: 'c', write_id: 'w1', content: 'sent' } };
const document = { id: 'c', scope: 7, write_id: 'w1', content: 'sent', created_at: '2026-01-31T08:00:00.000Z' };
const accepted: PushAnswer = { id: 'c', code: null, document };
const row = (fields: Partial<StoredRow>): StoredRow => ({
  ...{ id: 'c', scope: 0, write_id: 'w1', pending: 1, assumed: ['w0'], content: 'sent', _deleted: false },
  ...fields,
});

test('[b] the sent row becomes what the server answers', () => {
  expect(answeredRow('comments', change, accepted, row({}))).toMatchObject({ scope: 7, pending: 0, assumed: [], content: 'sent' });
  const refused: PushAnswer = { id: 'c', code: 'CONFLICT', document: { ...document, write_id: 'w9', content: 'theirs' } };
  expect(answeredRow('comments', change, refused, row({}))).toMatchObject({ write_id: 'w9', pending: 0, content: 'theirs' });
  const gone: PushAnswer = { id: 'c', code: 'POST_NOT_FOUND', document: null };
  expect(answeredRow('comments', change, gone, row({}))).toMatchObject({ _deleted: true, pending: 0, content: '' });
});

describe('[b] a row that was written again meanwhile', () => {
  const newer = row({ write_id: 'w3', assumed: ['w0', 'w1', 'w2'], content: 'newer' });
  test('keeps the newer state, and takes its scope and accepted write from the answer', () => {
    const now = answeredRow('comments', change, accepted, newer);
    expect(now).toMatchObject({ write_id: 'w3', pending: 1, content: 'newer', scope: 7, assumed: ['w1', 'w2'] });
  });
  test('is not based on a state that it never saw: after a refusal it stays as it was written', () => {
    const theirs: PushAnswer = { id: 'c', code: 'CONFLICT', document: { ...document, write_id: 'w9' } };
    expect(answeredRow('comments', change, theirs, newer)).toEqual(newer);
    expect(answeredRow('comments', change, { id: 'c', code: 'POST_NOT_FOUND', document: null }, newer)).toEqual(newer);
  });
});
