import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';
import type { Device } from './device.ts';
import { drawnBy } from './history.ts';

const drawn = { acts: ['post', 'react'], happenings: ['sleep', 'barrier'], faults: ['a deadlock', 'lose answer'] };
const deviceWith = (network: object) => ({ network }) as Device;

test('a pair is met where a fault strikes while the act is carried out, and states last until the next barrier', () => {
  const coverage = new Coverage();
  const { pairs } = coverage;
  const device = deviceWith({ up: true, openStreams: 1, hasUnsent: false });
  pairs.happened(device, 'sleep');
  pairs.begin('post', device);
  coverage.count('fault: a deadlock');
  pairs.over();
  coverage.count('fault: lose answer');
  pairs.barrier();
  pairs.begin('react', device);
  pairs.over();
  expect(pairs.print(drawn, false)).toBe('pairs: act × state 3 of 10, act × fault 1 of 4, state × fault 2 of 10');
  const never = pairs.print(drawn, true);
  expect(never).toContain('never: react × after a sleep');
  expect(never).not.toContain('never: post × after a sleep');
});

test('a fault that a kind can draw is known by its name', () => {
  expect(drawnBy('simulated').faults).toEqual(expect.arrayContaining(['a deadlock', 'kill the server', 'sleep', 'restart', 'offline']));
  expect(drawnBy('plain').faults).not.toContain('restart');
  expect(drawnBy('disasters').faults).toContain('restart Postgres');
});
