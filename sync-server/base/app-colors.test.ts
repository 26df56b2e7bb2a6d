import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { darkColors, lightColors } from './app-colors.ts';

test('they are the colours of the app', () => {
  const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
  const found = [...tokens.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
  const inTheme = (nth: 2 | 3, roles: object) =>
    Object.fromEntries(found.filter(([, role = '']) => role in roles).map((token) => [token[1], token[nth]]));
  expect(lightColors).toEqual(inTheme(2, lightColors));
  expect(darkColors).toEqual(inTheme(3, lightColors));
});
