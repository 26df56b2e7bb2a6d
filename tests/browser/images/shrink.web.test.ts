/** A chosen photo is made small in Chromium: in the worker, and in a page that has none. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { CANARY, canaryPhotos, detailedPhoto, lyingPhoto, quartersOf, UPRIGHT } from '../../support/chosen-photos.ts';
import { heicFile } from '../../support/photo-files.ts';
import { hugePhoto } from '../../support/photos.ts';
import { looked, test } from './shrink-stage.ts';

test('whichever way a photo lies in its file, it comes out upright, in the worker and in a page without one', async ({ pages, shrink }) => {
  const size = { width: 700, height: 500 };
  for (const { name, page, workers } of pages) {
    for (const orientation of workers === 0 ? [6] : [1, 2, 3, 4, 5, 6, 7, 8]) {
      const photo = await looked(await shrink(page, await lyingPhoto(size, orientation)));
      expect(photo, name).toMatchObject({ ...size, type: 'image/webp', editable: true });
      expect(await quartersOf(photo.large), `${name}, ${orientation}`).toBe(UPRIGHT);
      expect(await quartersOf(photo.small), `${name}, ${orientation}`).toBe(UPRIGHT);
      expect(Math.max(photo.smallSize.width, photo.smallSize.height)).toBe(640);
    }
    expect(page.workers().length, name).toBe(workers);
  }
});

test('what cannot become a photo is refused by a code, also in a page without workers', async ({
  pages: [{ page }, { page: bare }],
  shrink,
}) => {
  const photo = await detailedPhoto({ width: 300, height: 200 });
  const cases: readonly (readonly [Buffer, string])[] = [
    [Buffer.alloc(0), 'IMAGE_EMPTY'],
    [Buffer.from('%PDF-1.7'), 'IMAGE_TYPE'],
    [Buffer.from('Just words, named photo.jpg'), 'IMAGE_TYPE'],
    [Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'), 'IMAGE_VIDEO'],
    [heicFile, 'IMAGE_FORMAT'],
    [await hugePhoto(), 'IMAGE_TOO_MANY_PIXELS'],
    [photo.subarray(0, 400), 'IMAGE_DAMAGED'],
    [Buffer.concat([photo.subarray(0, photo.indexOf(Buffer.from([0xff, 0xda]))), Buffer.alloc(64)]), 'IMAGE_DAMAGED'],
    [(await sharp(photo).png().toBuffer()).subarray(0, 200), 'IMAGE_DAMAGED'],
    [(await sharp(photo).webp().toBuffer()).subarray(0, 200), 'IMAGE_DAMAGED'],
  ];
  for (const [file, code] of cases) {
    expect(await shrink(page, file)).toBe(code);
    expect(await shrink(bare, file)).toBe(code);
  }
  // A broken file leaves nothing behind: the next one is shrunk.
  expect(await looked(await shrink(page, photo))).toMatchObject({ width: 300, height: 200 });
});

test('place, camera, texts and small pictures of a file are in no result, whether it was drawn anew or went as it is', async ({
  openPage,
  shrink,
}) => {
  const page = await openPage();
  // What is read from a canvas is noise, as in Firefox with `privacy.resistFingerprinting`.
  const hiding = await openPage(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...area: Parameters<typeof getImageData>) {
      const pixels = getImageData.apply(this, area);
      for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = (at * 7919) % 256;
      return pixels;
    };
  });
  for (const { type, bytes } of await canaryPhotos()) {
    expect(bytes.toString('latin1')).toContain(CANARY);
    const drawn = await looked(await shrink(page, bytes));
    const asItIs = await shrink(hiding, bytes);
    if (typeof asItIs === 'string') throw new Error(asItIs);
    expect(drawn).toMatchObject({ width: 96, height: 128, editable: true });
    expect(asItIs).toMatchObject({ type, width: 96, height: 128, editable: false, thumbhash: '', shownAfter: null });
    expect(await quartersOf(drawn.large)).toBe(UPRIGHT);
    expect(await quartersOf(await sharp(asItIs.large).autoOrient().png().toBuffer())).toBe(UPRIGHT);
    for (const sent of [drawn.large, drawn.small, asItIs.large, asItIs.small]) {
      expect(sent.toString('latin1')).not.toMatch(/CANARY|GPS|xmp|Photoshop|ftyp/i);
    }
  }
  expect(await shrink(hiding, await lyingPhoto({ width: 30, height: 20 }, 1), { turns: 1 })).toBe('IMAGE_CANVAS_EDIT');
});
