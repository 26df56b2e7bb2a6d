import fc from 'fast-check';
import { expect, test } from 'vitest';
import { corners, cornerTo, isWhole, movedPart, nearestCorner, PART_MIN, partAfterKey, placeOf } from './crop-part-rules.ts';

const middle = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const point = fc.record({ x: fc.double({ min: -1, max: 2, noNaN: true }), y: fc.double({ min: -1, max: 2, noNaN: true }) });

test('a corner goes where it is dragged, and the opposite one stays', () => {
  expect(cornerTo(middle, 'top-left', { x: 0.5, y: 0.125 })).toEqual({ x: 0.5, y: 0.125, width: 0.25, height: 0.625 });
  expect(cornerTo(middle, 'bottom-right', { x: 1, y: 0.5 })).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.25 });
  for (const corner of corners) expect(nearestCorner(middle, placeOf(middle, corner))).toBe(corner);
});

test('the frame stays within the picture and never gets too small, whatever is done', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  const act = fc.oneof(
    fc.record({ corner: fc.constantFrom(...corners), to: point }),
    fc.record({ by: point }),
    fc.record({ key: fc.constantFrom(...keys), shift: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      let part = middle;
      for (const one of acts) {
        if ('to' in one) part = cornerTo(part, one.corner, one.to);
        else if ('by' in one) part = movedPart(part, one.by);
        else part = partAfterKey(part, one.key, one.shift) ?? part;
        expect(Math.min(part.width, part.height)).toBeGreaterThanOrEqual(PART_MIN - 1e-9);
        expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(part.x + part.width, part.y + part.height)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test('keys move the frame, with Shift its lower right corner; other keys do nothing', () => {
  expect(partAfterKey(middle, 'ArrowRight', false)).toEqual({ ...middle, x: 0.27 });
  expect(partAfterKey(middle, 'ArrowUp', true)?.height).toBeCloseTo(0.48);
  expect(partAfterKey(middle, 'Enter', false)).toBeUndefined();
  expect(isWhole({ x: 0, y: 0, width: 1, height: 1 })).toBe(true);
  expect(isWhole(middle)).toBe(false);
});
