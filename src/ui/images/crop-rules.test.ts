import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areaOf,
  centred,
  type Frame,
  outputSide,
  type Placement,
  pointedAt,
  type Step,
  stepOfKey,
  stepped,
  turned,
  zoomed,
} from './crop-rules.ts';

const wide: Frame = { width: 1200, height: 800, window: 320 };

test('at first the window shows the middle of the picture, as much as fits', () => {
  expect(areaOf(centred, wide)).toEqual({ x: 200, y: 0, width: 800, height: 800 });
  expect(areaOf(centred, { width: 800, height: 1200, window: 320 })).toEqual({ x: 0, y: 200, width: 800, height: 800 });
});

test('moving right shows more of the left side, up to the edge of the picture', () => {
  const once = stepped(centred, 'right', wide);
  expect(once).toEqual({ x: 20, y: 0, zoom: 1 });
  expect(areaOf(once, wide)).toEqual({ x: 150, y: 0, width: 800, height: 800 });
  let far = centred;
  for (let press = 0; press < 30; press++) far = stepped(far, 'right', wide);
  expect(areaOf(far, wide)).toEqual({ x: 0, y: 0, width: 800, height: 800 });
  // The picture is as high as the window, so it cannot move up or down without zoom.
  expect(stepped(centred, 'up', wide)).toEqual(centred);
});

test('a tap brings what is there to the middle, up to the edge of the picture', () => {
  // Without zoom the picture is 480 by 320 screen pixels: half a pixel of the picture for each.
  expect(areaOf(pointedAt(centred, { x: 40, y: 100 }, wide), wide)).toEqual({ x: 300, y: 0, width: 800, height: 800 });
  expect(pointedAt(centred, { x: 200, y: 0 }, wide)).toEqual({ x: -80, y: 0, zoom: 1 });
});

test('a zoom keeps the middle in the middle, and is limited to 1 and 4', () => {
  const close = zoomed(stepped(centred, 'right', wide), 2, wide);
  expect(areaOf(close, wide)).toEqual({ x: 350, y: 200, width: 400, height: 400 });
  expect(zoomed(close, 9, wide).zoom).toBe(4);
  expect(zoomed(close, 0.1, wide)).toEqual({ x: 20, y: 0, zoom: 1 });
  expect(stepped(centred, 'in', wide).zoom).toBe(1.25);
  expect(stepped(centred, 'out', wide)).toEqual(centred);
});

test('a quarter turn keeps the same part of the picture in the window, and four turns restore it', () => {
  const placing: Placement = { x: 40, y: -30, zoom: 2 };
  const before = areaOf(placing, wide);
  const high: Frame = { width: wide.height, height: wide.width, window: wide.window };
  const after = areaOf(turned(placing), high);
  // Clockwise, the point (x, y) becomes (height - y, x).
  expect(after.x).toBeCloseTo(wide.height - before.y - before.height);
  expect(after.y).toBeCloseTo(before.x);
  expect(turned(turned(turned(turned(placing))))).toEqual(placing);
});

test('whatever is pressed, the window shows only the picture', () => {
  const steps = fc.array(fc.constantFrom<Step | 'turn'>('left', 'right', 'up', 'down', 'in', 'out', 'turn'), { maxLength: 80 });
  const sides = fc.integer({ min: 1, max: 2400 });
  fc.assert(
    fc.property(sides, sides, fc.integer({ min: 200, max: 320 }), steps, (width, height, window, presses) => {
      let frame: Frame = { width, height, window };
      let placing = centred;
      for (const press of presses) {
        if (press === 'turn') {
          frame = { ...frame, width: frame.height, height: frame.width };
          placing = turned(placing);
        } else placing = stepped(placing, press, frame);
        const { x, y, width: side, height: high } = areaOf(placing, frame);
        expect(side).toBe(high);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + side).toBeLessThanOrEqual(frame.width + 1e-6);
        expect(y + side).toBeLessThanOrEqual(frame.height + 1e-6);
        // The shown area equals the cropped area: both are clamped in the same way.
        const scale = (window / Math.min(frame.width, frame.height)) * placing.zoom;
        expect(x).toBeCloseTo((frame.width - side) / 2 - placing.x / scale, 4);
      }
    }),
  );
});

test('a photo is at most 512 pixels wide, and never wider than its source', () => {
  const square = (side: number) => ({ x: 0, y: 0, width: side, height: side });
  expect([4000, 512, 300.4, 0.3].map((side) => outputSide(square(side)))).toEqual([512, 512, 300, 1]);
});

test('keys move, zoom and turn; other keys do nothing', () => {
  expect(['ArrowLeft', '+', '=', '-', 'r'].map(stepOfKey)).toEqual(['left', 'in', 'in', 'out', 'turn']);
  expect(['Tab', 'Escape', 'Enter', ' ', 'constructor'].map(stepOfKey)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
