import { expect, test } from 'vitest';
import { areaBefore, turnOf } from '../../../../workers/device/photos/geometry.ts';
import { turnedArea } from './change-photo.ts';

const area = { x: 0.125, y: 0.25, width: 0.5, height: 0.625 };

test('an area that is chosen in the turned picture is the same part of the file, and comes back', () => {
  expect(turnedArea(area, 1)).toEqual({ x: 0.125, y: 0.125, width: 0.625, height: 0.5 });
  for (const turns of [0, 1, 2, 3, 4, 7]) {
    const turned = turnedArea(area, turns);
    expect(turnedArea(turned, -turns)).toEqual(area);
    // The same as the worker does with pixels.
    const scaled = { x: turned.x * 8, y: turned.y * 8, width: turned.width * 8, height: turned.height * 8 };
    expect(areaBefore(scaled, { width: 8, height: 8 }, turnOf(1, turns))).toEqual({ x: 1, y: 2, width: 4, height: 5 });
  }
});
