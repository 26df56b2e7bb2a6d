import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect, test, vi } from 'vitest';
import { type ImageKey, imageIdOfKey, smallImageKey } from '../../schemas/images/image.ts';
import { bytesAhead, heldMostBytes, imagesAbove, imagesToClear, imagesToFree } from './image-bounds.ts';
import type { ImageState, StoredImage } from './image-store.ts';

const MB = 1024 * 1024;
const DAY = 24 * 60 * 60_000;
const NOW = 1000 * DAY;

const image = (state: ImageState, size: number, daysAgo = 0, key: ImageKey = uuid()): StoredImage => ({
  ...{ key, state, size },
  at: NOW - daysAgo * DAY,
  usedAt: NOW - daysAgo * DAY,
});
const small = (size: number, daysAgo = 0, id = uuid()) => image('held', size, daysAgo, smallImageKey(id));
const keys = (...images: readonly StoredImage[]) => images.map(({ key }) => key);

test('what is held is bounded: that which was shown last stays, and small pictures stay longer than large ones', () => {
  const [fresh, month, old] = [image('held', MB, 0), image('held', MB, 20), image('held', MB, 40)];
  const [list, oldList] = [small(50_000, 40), small(50_000, 80)];
  const stored = [list, fresh, oldList, old, month];
  expect(imagesAbove(10 * MB, stored, NOW)).toEqual([]);
  expect(imagesAbove(2.5 * MB, stored, NOW)).toEqual(keys(oldList, old));
  expect(imagesAbove(1.5 * MB, stored, NOW)).toEqual(keys(oldList, old, month));
  expect(imagesAbove(0, stored, NOW)).toEqual(keys(oldList, old, month, list, fresh));
  // A face is small, although its key is that of the whole image.
  const face = image('held', 30_000, 40);
  expect(imagesAbove(MB, [face, image('held', MB, 11)], NOW)).toHaveLength(1);
  expect(imagesAbove(MB, [face, image('held', MB, 11)], NOW)).not.toContain(face.key);
});

test('images that were sent from here stay for a fortnight, at most a hundred megabytes of them, and go after all others', () => {
  const [young, old] = [image('sent', MB, 13), image('sent', MB, 15)];
  const held = image('held', MB, 1);
  expect(imagesAbove(0, [young, old, held], NOW)).toEqual(keys(old, held));
  expect(imagesToFree(1, [young, old, held], NOW)).toEqual(keys(old));
  expect(imagesToFree(10 * MB, [young, old, held], NOW)).toEqual(keys(old, held, young));
  const many = Array.from({ length: 60 }, (_, nth) => image('sent', 2 * MB, nth / 10));
  expect(imagesAbove(0, many, NOW)).toEqual(keys(...many.slice(50).reverse()));
});

test('[R-65] what waits to be sent is never deleted, nor the small picture of it', () => {
  const states = fc.constantFrom<ImageState>('waiting', 'sent', 'held');
  const images = fc.array(fc.tuple(states, fc.nat(3 * MB), fc.nat(100), fc.boolean()), { maxLength: 20 }).map((all) =>
    all.flatMap(([state, size, daysAgo, withSmall]) => {
      const one = image(state, size, daysAgo);
      return withSmall ? [one, small(size / 10, daysAgo, one.key)] : [one];
    }),
  );
  fc.assert(
    fc.property(images, fc.nat(20 * MB), (stored, bytes) => {
      const waiting = new Set(stored.filter(({ state }) => state === 'waiting').map(({ key }) => key));
      for (const deleted of [imagesAbove(bytes, stored, NOW), imagesToFree(bytes, stored, NOW)]) {
        expect(deleted.filter((key) => waiting.has(imageIdOfKey(key)))).toEqual([]);
        expect(new Set(deleted).size).toBe(deleted.length);
      }
    }),
  );
});

test('its member clears what was fetched from this device, and nothing of what was chosen here, in either size', () => {
  const [waiting, sent, face, large] = [image('waiting', MB), image('sent', MB, 100), image('held', 30_000), image('held', MB)];
  const [ofWaiting, ofSent, ofLarge] = [waiting, sent, large].map(({ key }) => small(50_000, 1, key));
  if (!ofWaiting || !ofSent || !ofLarge) throw new Error('a small one is missing');
  expect(imagesToClear([waiting, ofWaiting, sent, ofSent, face, large, ofLarge])).toEqual(keys(face, large, ofLarge));
});

test('after a deletion nothing is fetched ahead, so that one does not undo the other', () => {
  const stored = Array.from({ length: 100 }, (_, nth) => small(100_000, nth));
  expect(bytesAhead(20 * MB, stored, NOW)).toBeGreaterThan(0);
  const above = new Set(imagesAbove(9_000_000, stored, NOW));
  expect(above.size).toBeGreaterThan(10);
  const left = stored.filter(({ key }) => !above.has(key));
  expect([bytesAhead(9_000_000, left, NOW), imagesAbove(9_000_000, left, NOW)]).toEqual([0, []]);
});

test('a tenth of what the browser gives is held, and at most 300 MB, also where it does not say', async () => {
  const most = async (estimate: unknown) => {
    vi.stubGlobal('navigator', { storage: estimate === undefined ? undefined : { estimate } });
    return heldMostBytes();
  };
  expect(await most(async () => ({ quota: 1_000 * MB }))).toBe(100 * MB);
  for (const other of [async () => ({ quota: 100_000 * MB }), async () => ({}), () => Promise.reject(new TypeError('no')), undefined])
    expect(await most(other)).toBe(300 * MB);
  vi.unstubAllGlobals();
});
