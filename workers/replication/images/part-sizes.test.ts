import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PART_MIN_BYTES } from '../../../schemas/images/image-parts.ts';
import { createPartSizes } from './part-sizes.ts';

const KB = 1024;
const MB = 1024 * KB;
const LINE = 20 * KB;

/** Sends an image over a line of so many bytes a second. `breaks` says how much of the nth part is sent before it breaks off, null for all. */
function sendOver(total: number, bytesPerSecond: number, roundTripMs: number, breaks: (nth: number) => number | null = () => null) {
  const sizes = createPartSizes(total, () => roundTripMs);
  const parts: { readonly bytes: number; readonly ms: number }[] = [];
  let sent = 0;
  for (let offset = 0; offset < total; ) {
    const bytes = sizes.next(total - offset);
    const ms = (bytes / bytesPerSecond) * 1000 + roundTripMs;
    parts.push({ bytes, ms });
    const share = breaks(parts.length);
    sent += Math.ceil(bytes * (share ?? 1));
    if (share !== null) sizes.lost(bytes, ms * share);
    else {
      sizes.answered(bytes, ms);
      offset += bytes;
    }
  }
  return { parts, sent };
}

test('the first part is small; then a part takes about a second, and never more than a quarter of a megabyte', () => {
  const slow = sendOver(2 * MB, LINE, 100).parts;
  expect(slow[0]?.bytes).toBe(16 * KB);
  for (const { ms } of slow.slice(3, -1)) {
    expect(ms).toBeGreaterThan(800);
    expect(ms).toBeLessThan(1_050);
  }
  const fast = sendOver(5 * MB, 100 * MB, 10).parts;
  expect(fast.slice(0, 4).map(({ bytes }) => bytes)).toEqual([16 * KB, 64 * KB, 256 * KB, 256 * KB]);
  expect(Math.max(...fast.map(({ bytes }) => bytes))).toBeLessThanOrEqual(256 * KB + PART_MIN_BYTES);
});

test('on a line that becomes slow, one part is too large and no more', () => {
  const sizes = createPartSizes(5 * MB, () => 50);
  sizes.answered(256 * KB, 300);
  const bytes = sizes.next(5 * MB);
  sizes.answered(bytes, (bytes / LINE) * 1000);
  expect(sizes.next(4 * MB)).toBeLessThanOrEqual(LINE);
});

test('where every answer takes seconds, parts stay large enough to get on', () => {
  const { parts } = sendOver(1 * MB, 200 * KB, 2_000);
  expect(parts.length).toBeLessThan(30);
});

test('an image costs at most a tenth more than its size while twenty parts break off, wherever that is, on any line', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2 * MB, max: 5 * MB }),
      fc.integer({ min: 10 * KB, max: 10 * MB }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.double({ min: 0.05, max: 1, noNaN: true })), { minLength: 20, maxLength: 20 }),
      (total, bytesPerSecond, losses) => {
        const at = new Map<number, number>();
        let nth = 1;
        for (const [after, share] of losses) {
          nth += after;
          at.set(nth, share);
        }
        const { sent } = sendOver(total, bytesPerSecond, 100, (part) => at.get(part) ?? null);
        expect(sent).toBeLessThanOrEqual(1.1 * total);
      },
    ),
  );
});

test('after a few losses an image is not sent in the smallest parts', () => {
  const { parts } = sendOver(2 * MB, LINE, 100, (nth) => (nth % 7 === 3 ? 0.5 : null));
  const sizes = parts.slice(0, 40).map(({ bytes }) => bytes);
  expect(Math.min(...sizes)).toBeGreaterThan(1.5 * PART_MIN_BYTES);
});

test('no part but the last is smaller than the server takes, and all of them are the image', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MB }), fc.integer({ min: 500, max: 50 * KB }), fc.array(fc.boolean()), (total, rate, broken) => {
      const { parts, sent } = sendOver(total, rate, 100, (nth) => (broken[nth] ? 0.5 : null));
      for (const { bytes } of parts.slice(0, -1)) expect(bytes).toBeGreaterThanOrEqual(Math.min(PART_MIN_BYTES, total));
      expect(sent).toBeGreaterThanOrEqual(total);
    }),
  );
});
