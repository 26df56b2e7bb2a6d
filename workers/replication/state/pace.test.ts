import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('a slow or lost request makes the next one smaller, down to a minimum; a fast one makes it larger, up to a maximum', () => {
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
