import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('what is slow or lost makes the next request smaller, to a least; what is quick makes it larger, to a most', () => {
  const pace = createPace({ least: 40, most: 500 });
  pace.done(100);
  expect(pace.most).toBe(500);
  pace.done(9000);
  expect(pace.most).toBe(250);
  pace.lost();
  pace.lost();
  pace.lost();
  expect(pace.most).toBe(40);
  pace.done(100);
  expect(pace.most).toBe(80);
  pace.done(6000);
  expect(pace.most).toBe(80);
});
