import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialState, nextState, type SyncEvent, type SyncState, statusOf } from './sync-state.ts';

const after = (...events: readonly SyncEvent[]): SyncState => events.reduce(nextState, initialState);
const answered = (at = 0): SyncEvent => ({ type: 'answered', at });
const idle: SyncEvent = { type: 'idle', caughtUp: true };
const open: SyncEvent = { type: 'streamOpened', epoch: 'e' };
const failed = (why: 'lost' | 'expired' | 'update-required' = 'lost'): SyncEvent => ({ type: 'failed', why });
const kindAfter = (...events: readonly SyncEvent[]) => statusOf(after(...events)).kind;

test.each([
  ['nothing is known', [], 'connecting'],
  ['a request was answered', [answered()], 'syncing'],
  ['all is here but no stream stands', [answered(), idle], 'connecting'],
  ['all is here and the stream stands', [open, answered(), idle], 'live'],
  ['a stream stands again', [open, answered(), idle, open], 'syncing'],
  ['something is pending', [open, answered(), idle, { type: 'pending', count: 1, marks: [] }], 'syncing'],
  [
    'the server has put off all that is pending',
    [open, answered(), idle, { type: 'pending', count: 1, marks: [] }, { type: 'putOff', writes: ['w'] }],
    'live',
  ],
  [
    'it has put off a part',
    [open, answered(), idle, { type: 'pending', count: 2, marks: [] }, { type: 'putOff', writes: ['w'] }],
    'syncing',
  ],
  ['a request failed', [open, answered(), idle, failed()], 'offline'],
  ['it is doubted', [open, answered(), idle, { type: 'doubted' }], 'connecting'],
  ['the local store failed', [open, answered(), idle, { type: 'storeFailed' }], 'offline'],
] as const)('when %s the status is right', (_, events, kind) => {
  expect(kindAfter(...events)).toBe(kind);
});

test('an expired session ends with the next answer; an outdated app stays outdated without a network', () => {
  expect(statusOf(after(failed('expired'))).expired).toBe(true);
  expect(statusOf(after(failed('expired'), failed('lost'))).expired).toBe(false);
  expect(statusOf(after(failed('update-required'), failed('lost'))).updateRequired).toBe(true);
  expect(statusOf(after(failed('update-required'), answered())).updateRequired).toBe(false);
});

test('what the server has put off is known: single writes, or all of them while it takes none', () => {
  const putOff: SyncEvent = { type: 'putOff', writes: ['w'] };
  const paused = (are: boolean): SyncEvent => ({ type: 'writesPaused', are });
  const pending: SyncEvent = { type: 'pending', count: 2, marks: [] };
  const later = (...events: readonly SyncEvent[]) => statusOf(after(...events)).later;
  expect(later(pending)).toEqual([]);
  expect(later(pending, putOff)).toEqual(['w']);
  expect(later(pending, putOff, paused(true))).toBe('all');
  expect(later(pending, putOff, paused(true), paused(false))).toEqual(['w']);
  expect(later(paused(true))).toEqual([]);
});

test('what is pending may be sent while the server is certainly the known one and takes writes', () => {
  const takesWrites = (...events: readonly SyncEvent[]) => statusOf(after(...events)).takesWrites;
  expect(takesWrites(answered())).toBe(false);
  expect(takesWrites(open)).toBe(true);
  expect(takesWrites(open, { type: 'streamLost' })).toBe(false);
  expect(takesWrites(open, failed('expired'))).toBe(false);
  expect(takesWrites(open, { type: 'writesPaused', are: true })).toBe(false);
  expect(takesWrites(open, { type: 'serverDisk', full: true })).toBe(false);
});

test('a mark of read, or what the server has put off, is pending, but nobody waits for it', () => {
  const pending = (count: number, ...marks: string[]): SyncEvent => ({ type: 'pending', count, marks });
  const putOff: SyncEvent = { type: 'putOff', writes: ['w'] };
  const counts = (...events: readonly SyncEvent[]) => {
    const { pending: all, unsent } = statusOf(after(...events));
    return [all, unsent];
  };
  expect(counts(pending(3, 'm', 'n'))).toEqual([3, 1]);
  expect(counts(pending(3, 'm'), putOff)).toEqual([3, 1]);
  expect(counts(pending(2, 'w'), putOff)).toEqual([2, 1]);
  expect(counts(pending(2, 'm'), putOff, { type: 'writesPaused', are: true })).toEqual([2, 1]);
});

test("the server's epoch is unknown after the connection broke", () => {
  expect(after({ type: 'epoch', epoch: 'e' }).serverEpoch).toBe('e');
  for (const broken of [failed(), { type: 'streamLost' } as const]) expect(after(open, broken).serverEpoch).toBeNull();
});

describe('streams that something blocks', () => {
  const refused = (count: number, overMs: number): SyncEvent[] =>
    Array.from({ length: count }, (_, at) => ({ type: 'streamRefused', at: (at * overMs) / count }));
  const denied = (...events: readonly SyncEvent[]) => statusOf(after(...events)).streamDenied;

  test('needs several attempts over ten seconds, and an answered request', () => {
    expect(denied(...refused(3, 10_000))).toBe(false);
    expect(denied(...refused(3, 10_000), answered(10_000))).toBe(true);
  });
  test.each([
    ['too few attempts', 2, 60_000],
    ['too short a while', 20, 9_999],
  ])('%s prove nothing yet', (_, count, overMs) => {
    expect(denied(...refused(count, overMs), answered(overMs))).toBe(false);
  });
  test('refusals before a stream opened, or while no request was answered, do not count', () => {
    for (const between of [open, failed()]) expect(denied(...refused(9, 60_000), between, ...refused(1, 0), answered(90_000))).toBe(false);
  });
  test('lasts until a stream opens', () => {
    const kept = [...refused(3, 10_000), answered(10_000), ...refused(1, 0), answered(10_001)];
    expect(denied(...kept)).toBe(true);
    expect(denied(...kept, open)).toBe(false);
  });
});

const anyEvent: fc.Arbitrary<SyncEvent> = fc.oneof(
  fc.nat(60_000).map(answered),
  fc.nat(60_000).map((at): SyncEvent => ({ type: 'streamRefused', at })),
  fc.boolean().map((full): SyncEvent => ({ type: 'disk', full })),
  fc.boolean().map((full): SyncEvent => ({ type: 'serverDisk', full })),
  fc.boolean().map((caughtUp): SyncEvent => ({ type: 'idle', caughtUp })),
  fc.nat(3).map((count): SyncEvent => ({ type: 'pending', count, marks: [] })),
  fc.constantFrom<SyncEvent[]>(open, failed(), failed('expired'), failed('update-required'), { type: 'streamLost' }, { type: 'doubted' }),
  fc.constantFrom<SyncEvent[]>({ type: 'storeFailed' }, { type: 'behind' }, { type: 'epoch', epoch: 'e' }),
);

test('whatever happens: live means nothing pending, an open stream and an answered last request', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const state = after(...events);
      const status = statusOf(state);
      if (status.kind === 'live') expect(state).toMatchObject({ pending: 0, streamOpen: true, failures: 0, caughtUp: true });
      if (status.serverFull) expect(status.pending).toBeGreaterThan(0);
      // An answer ends every block between the device and the server.
      const then = statusOf(nextState(state, answered(0)));
      expect([then.failures, then.expired, then.updateRequired]).toEqual([0, false, false]);
    }),
  );
});
