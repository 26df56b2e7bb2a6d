import { expect, test } from 'vitest';
import { themeAfter } from './theme.ts';

test('the themes go round: light, dark, system', () => {
  expect((['light', 'dark', 'system'] as const).map(themeAfter)).toEqual(['dark', 'system', 'light']);
});
