import { expect, test } from 'vitest';
import { messageRuns } from './message-runs.ts';

const at = (time: string, sender_id = 'ana') => ({ id: time, sender_id, created_at: new Date(`2026-03-04T${time}`).toISOString() });

test('messages of one sender are grouped while they follow each other within five minutes', () => {
  const runs = messageRuns([at('10:00:00'), at('10:04:59'), at('10:09:59'), at('10:10:00', 'ben'), at('10:10:30')]);
  expect(runs.map(({ first, last }) => [first, last])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
});

test('a new day starts a new group, also within five minutes', () => {
  const evening = { ...at('23:59:00'), created_at: new Date('2026-03-04T23:59:00').toISOString() };
  const morning = { ...evening, id: 'next', created_at: new Date('2026-03-05T00:01:00').toISOString() };
  expect(messageRuns([evening, morning])).toEqual([
    { newDay: true, first: true, last: true },
    { newDay: true, first: true, last: true },
  ]);
});

test('no messages have no runs', () => expect(messageRuns([])).toEqual([]));
