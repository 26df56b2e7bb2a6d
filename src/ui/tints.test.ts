import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Both values of a colour, for light and dark. */
function both(name: string): readonly [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no ${name}`);
  return [light, dark];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('tint %i is readable on its own background and on that of the page, in both themes', (tint) => {
  both(`on-tint-${tint}`).forEach((ink, theme) => {
    for (const ground of [`tint-${tint}`, 'color-bg']) expect(contrast(ink, both(ground)[theme] ?? ''), ground).toBeGreaterThanOrEqual(4.5);
  });
});
