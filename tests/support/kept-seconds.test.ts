import { expect, test } from 'vitest';
import { growthText } from './kept-seconds.ts';

const kept = { 'a.test.ts': 10, 'b.pg.test.ts': 20, 'c.web.test.ts': 30, 'd.rare.web.test.ts': 500 };
const twiceAsSlow = { 'a.test.ts': 20, 'b.pg.test.ts': 40, 'c.web.test.ts': 60 };

test('a slower machine is not growth, and what another run holds does not count', () => {
  expect(growthText(kept, twiceAsSlow)).toBe('');
  expect(growthText(kept, { 'd.rare.web.test.ts': 900 })).toBe('');
  expect(growthText({}, twiceAsSlow)).toBe('');
});

test('a run that is a tenth longer says so, and which files made it longer', () => {
  expect(growthText(kept, { ...twiceAsSlow, 'e.pg.test.ts': 11 })).toBe('');
  expect(
    growthText(kept, { ...twiceAsSlow, 'a.test.ts': 24, 'e.pg.test.ts': 13 })
      .split('\n')
      .slice(0, 4),
  ).toEqual([
    'This run takes 14 % longer than the one that was kept. Seconds more, at its pace:',
    '    6.5  e.pg.test.ts  (new)',
    '    2.0  a.test.ts',
    '    0.0  b.pg.test.ts',
  ]);
});
