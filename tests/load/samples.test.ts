import { expect, test } from 'vitest';
import { countLog } from './load-host.ts';
import { type Sample, slopeOf, trendsOf } from './samples.ts';

const flat: Omit<Sample, 'at'> = {
  serverMemory: 100e6,
  postgresMemory: 200e6,
  postgresOwnMemory: 60e6,
  serverCpu: 0,
  postgresCpu: 0,
  connections: 1000,
  databaseConnections: 20,
  wal: 0,
  disk: 0,
  logBytes: 0,
  warnings: 0,
};
/** An hour of samples, one a minute. */
const hour = (vary: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({ ...flat, at: minute * 60, ...vary(minute) }));
const notFlat = (samples: readonly Sample[]) => trendsOf(samples).flatMap(({ measure, isFlat }) => (isFlat ? [] : [measure]));

test('the slope is that of the line through the points', () => {
  expect(
    slopeOf(
      hour((minute) => ({ serverMemory: minute * 120 })),
      'serverMemory',
    ),
  ).toBeCloseTo(2);
});

test('steady use is flat, also with growth that follows the writes', () => {
  expect(notFlat(hour(() => ({})))).toEqual([]);
  expect(notFlat(hour((minute) => ({ disk: minute * 1e6, logBytes: minute * 1e5, serverMemory: 100e6 + (minute % 7) * 1e6 })))).toEqual([]);
});

test('growth is found', () => {
  expect(notFlat(hour((minute) => ({ serverMemory: 100e6 + minute * 1e6 })))).toEqual(['serverMemory']);
  expect(notFlat(hour((minute) => ({ connections: 1000 + minute * 10 })))).toEqual(['connections']);
  expect(notFlat(hour((minute) => ({ warnings: minute > 50 ? 1 : 0 })))).toEqual(['warnings']);
  expect(notFlat(hour((minute) => ({ disk: minute ** 2 * 1e6 })))).toEqual(['disk']);
});

test('a measure that is unknown is not judged', () => {
  expect(trendsOf(hour(() => ({ disk: Number.NaN }))).map(({ measure }) => measure)).not.toContain('disk');
});

test('lines at warn or above are counted by their messages, however they are cut', () => {
  const { count, take } = countLog();
  take('{"level":30,"msg":"fine"}\n{"level":40,"ms');
  take('g":"slow"}\n{"level":50,"msg":"slow"}\nno JSON\n{"level":50,"msg":"failed","error":{"message":"no space"}}\n');
  expect([...count.warnings]).toEqual([
    ['slow', 2],
    ['no JSON', 1],
    ['failed: no space', 1],
  ]);
});
