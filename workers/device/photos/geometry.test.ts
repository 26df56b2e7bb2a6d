import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaBefore, CANVAS_MAX_PIXELS, fitWithin, matrixOf, stepsDown, turnedSize, turnOf } from './geometry.ts';

test('sizes keep their proportions within the side, and are never enlarged', () => {
  expect(fitWithin({ width: 4032, height: 3024 }, 2048)).toEqual({ width: 2048, height: 1536 });
  expect(fitWithin({ width: 3024, height: 4032 }, 2048)).toEqual({ width: 1536, height: 2048 });
  expect(fitWithin({ width: 20_000, height: 500 }, 2048)).toEqual({ width: 2048, height: 51 });
  expect(fitWithin({ width: 1, height: 1 }, 2048)).toEqual({ width: 1, height: 1 });
  expect(fitWithin({ width: 90_000, height: 1 }, 640)).toEqual({ width: 640, height: 1 });
  expect(fitWithin({ width: 300.4, height: 200.2 }, 640)).toEqual({ width: 300, height: 200 });
});

const sides = fc.integer({ min: 1, max: 12_000 });
const orientations = fc.integer({ min: 1, max: 8 });

test('[R-57] no canvas on the way down is too large, and no step is more than a half where there is room for one', () => {
  expect(stepsDown({ width: 8064, height: 6048 }, { width: 2048, height: 1536 })).toEqual([
    { width: 4096, height: 3072 },
    { width: 2048, height: 1536 },
  ]);
  // The next step would have 25 megapixels.
  expect(stepsDown({ width: 11_547, height: 8660 }, { width: 2887, height: 2165 })).toEqual([{ width: 2887, height: 2165 }]);
  expect(stepsDown({ width: 640, height: 480 }, { width: 640, height: 480 })).toEqual([{ width: 640, height: 480 }]);
  fc.assert(
    fc.property(sides, sides, fc.integer({ min: 1, max: 4096 }), (width, height, side) => {
      const to = fitWithin({ width, height }, side);
      const steps = stepsDown({ width, height }, to);
      expect(steps.at(-1)).toEqual(to);
      for (const [nth, step] of steps.entries()) {
        expect(step.width * step.height).toBeLessThanOrEqual(CANVAS_MAX_PIXELS);
        const before = steps[nth - 1];
        if (before) expect([before.width, before.height]).toEqual([step.width * 2, step.height * 2]);
      }
    }),
  );
});

test('where an area lies in the file, and where the pixels go, fit together in all orientations and turns', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 2, max: 60 }),
      orientations,
      fc.nat(7),
      fc.nat(59),
      fc.nat(59),
      (width, height, orientation, turns, x, y) => {
        const size = { width, height };
        const turn = turnOf(orientation, turns);
        const upright = turnedSize(size, turn);
        const pixel = { x: x % upright.width, y: y % upright.height, width: 1, height: 1 };
        const before = areaBefore(pixel, size, turn);
        // The middle of that pixel of the file, drawn, is the middle of the pixel that was asked for.
        const [a, b, c, d, e, f] = matrixOf(size, turn);
        const [middle, down] = [before.x + 0.5, before.y + 0.5];
        expect({ x: a * middle + c * down + e, y: b * middle + d * down + f }).toEqual({ x: pixel.x + 0.5, y: pixel.y + 0.5 });
      },
    ),
  );
});

test('four quarters are none, back and forth', () => {
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    expect(turnOf(orientation, 4)).toEqual(turnOf(orientation));
    expect(turnOf(orientation, -3)).toEqual(turnOf(orientation, 1));
  }
});

test('an area is cut to the picture', () => {
  const size = { width: 100, height: 80 };
  expect(areaBefore({ x: -10, y: 70, width: 50, height: 50 }, size, turnOf(1))).toEqual({ x: 0, y: 70, width: 40, height: 10 });
  expect(areaBefore({ x: 500, y: 500, width: 5, height: 5 }, size, turnOf(1))).toEqual({ x: 99, y: 79, width: 1, height: 1 });
});
