import { expect, test } from 'vitest';
import { themeAfter } from './theme.ts';

test('the themes cycle: light, dark, system', () => {
  expect((['light', 'dark', 'system'] as const).map(themeAfter)).toEqual(['dark', 'system', 'light']);
});
