import { expect, test } from 'vitest';
import { type Row, ratioOf, verdictOf } from './row.ts';

const row = (over: Partial<Row>): Row => ({ work: 'w', unit: 'ms', ours: 3, floor: 2, ...over });

test('bounds apply to the ratio where there is a floor, else to the number itself', () => {
  expect(ratioOf(row({}))).toBe(1.5);
  expect(verdictOf(row({ must: { atMost: 2 }, aim: { atMost: 1.3 } }))).toBe('must');
  expect(verdictOf(row({ must: { atMost: 2 }, aim: { atMost: 1.5 } }))).toBe('aim');
  expect(verdictOf(row({ must: { atMost: 1.4 }, aim: { atMost: 1.3 } }))).toBe('missed');
  expect(verdictOf(row({ must: { atLeast: 1.6 } }))).toBe('missed');
  expect(verdictOf({ work: 'w', unit: 'ms', ours: 3, must: { atMost: 3 } })).toBe('must');
});

test('a sample counts by its median, and an empty sample meets no bound', () => {
  expect(ratioOf(row({ ours: { p50: 1, p95: 9, p99: 9 } }))).toBe(0.5);
  expect(verdictOf(row({ ours: Number.NaN, must: { atMost: 2 }, aim: { atMost: 1 } }))).toBe('missed');
  expect(verdictOf(row({}))).toBe('');
});

test('a bound names what it is a multiple of, and all of a row’s musts must hold', () => {
  const both = row({ before: 6, must: [{ atMost: 0.6, times: 'before' }, { atMost: 2 }], aim: { atMost: 3, times: 'itself' } });
  expect(verdictOf(both)).toBe('aim');
  expect(verdictOf({ ...both, before: 4 })).toBe('missed');
  expect(verdictOf({ ...both, floor: 1 })).toBe('missed');
  expect(verdictOf({ ...both, aim: { atMost: 2, times: 'itself' } })).toBe('must');
});
