/** Shrinking where a browser fails, in all the ways that browsers do: with a canvas that is handed in. Real ones: `tests/browser/images/`. */
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import type { PixelSize } from '../../../schemas/images/image.ts';
import { CANARY, canaryPhotos, detailedPhoto } from '../../../tests/support/chosen-photos.ts';
import { createShrinker } from './shrink.ts';
import type { ShrinkOptions, ShrunkPhoto } from './shrunk-photo.ts';
import type { DrawingContext, MakeSurface, Surface } from './surface.ts';

interface Pixels extends PixelSize {
  readonly data: Uint8ClampedArray;
}
/** The first byte of a file that the canvas below wrote. */
const OWN = 0x4b;

function copyPixels(from: Pixels, [sx, sy, sw, sh]: readonly number[], to: Pixels, [dw = 0, dh = 0]: readonly number[]): void {
  for (let row = 0; row < dh; row += 1) {
    for (let column = 0; column < dw; column += 1) {
      const [x, y] = [Math.floor((sx ?? 0) + (column * (sw ?? 0)) / dw), Math.floor((sy ?? 0) + (row * (sh ?? 0)) / dh)];
      const at = (y * from.width + x) * 4;
      to.data.set(from.data.subarray(at, at + 4), (row * to.width + column) * 4);
    }
  }
}

/** Canvases and bitmaps of a browser in plain arrays, upright. A photo shows a pattern, a file of its own the pixels that are in it. */
class Browser {
  /** the ways to fail: nothing is drawn on canvases of more pixels; noise is read; nothing, or another type, is written */
  drawsUpTo = Number.POSITIVE_INFINITY;
  reads: (pixels: Uint8ClampedArray) => Uint8ClampedArray = (pixels) => pixels;
  written: (blob: Blob) => Blob | null = (blob) => blob;
  resizes = true;
  colour: (x: number, y: number) => readonly [number, number, number] = (x, y) => [x, y, 90];
  /** the sizes of all canvases, and the canvases and bitmaps that are not freed */
  readonly sizes: PixelSize[] = [];
  readonly held = new Set<Pixels>();

  async createImageBitmap(blob: Blob, options: ImageBitmapOptions = {}) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const view = new DataView(bytes.buffer);
    const whole = bytes[0] === OWN ? { width: view.getUint16(1), height: view.getUint16(3) } : await sharp(bytes).metadata();
    if (bytes[0] !== OWN) await sharp(bytes).stats();
    const { resizeWidth, resizeHeight } = options;
    const size = this.resizes && resizeWidth && resizeHeight ? { width: resizeWidth, height: resizeHeight } : whole;
    const pixels: Pixels = { width: size.width, height: size.height, data: new Uint8ClampedArray(size.width * size.height * 4) };
    for (let at = 0; at < pixels.data.length; at += 4) {
      const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)];
      const seen = bytes[0] === OWN ? bytes.subarray(8 + at, 11 + at) : this.colour((x * 256) / size.width, (y * 256) / size.height);
      pixels.data.set([...seen, 255], at);
    }
    this.held.add(pixels);
    return Object.assign(pixels, { close: () => void this.held.delete(pixels) });
  }

  surface: MakeSurface = (size): Surface => {
    const pixels: Pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(255) };
    this.sizes.push(size);
    this.held.add(pixels);
    const context = {
      fillStyle: '',
      setTransform: () => undefined,
      fillRect(x: number, y: number, width: number, height: number) {
        const colour = context.fillStyle.match(/\d+/g)?.map(Number) ?? [];
        for (let row = y; row < y + height; row += 1) {
          for (let column = x; column < x + width; column += 1) pixels.data.set(colour, (row * size.width + column) * 4);
        }
      },
      drawImage: (from: Pixels, ...places: number[]) => {
        if (size.width * size.height > this.drawsUpTo) return;
        const all = [0, 0, from.width, from.height];
        copyPixels(from, places.length === 2 ? all : places, pixels, places.length === 2 ? all.slice(2) : places.slice(6));
      },
      getImageData: (x: number, y: number, width: number, height: number) => {
        const part: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
        copyPixels(pixels, [x, y, width, height], part, [width, height]);
        return { ...part, data: this.reads(part.data) };
      },
    };
    return {
      ...size,
      context: context as unknown as DrawingContext,
      source: pixels as unknown as CanvasImageSource,
      encode: (type) => {
        const head = Uint8Array.of(OWN, size.width >> 8, size.width & 255, size.height >> 8, size.height & 255, 0, 0, 0);
        return Promise.resolve(this.written(new Blob([head, new Uint8Array(this.reads(pixels.data))], { type })));
      },
      free: () => void this.held.delete(pixels),
    };
  };
}

const photo = new Uint8Array(await detailedPhoto({ width: 640, height: 400 }));

/** Shrinks files in such a browser. */
function browserWith(failures: Partial<Browser> = {}) {
  const browser = Object.assign(new Browser(), failures);
  vi.stubGlobal('createImageBitmap', browser.createImageBitmap.bind(browser));
  const shrink = createShrinker(browser.surface);
  return {
    browser,
    shrink: (file: Uint8Array<ArrayBuffer>, options: ShrinkOptions = {}, calls = {}) => shrink(file.buffer, options, calls),
  };
}
afterEach(() => void vi.unstubAllGlobals());

const noise = (pixels: Uint8ClampedArray) => pixels.map((_, at) => (at * 7919) % 256);
/** What Firefox does in private windows: some values are one more or less. */
const littleNoise = (pixels: Uint8ClampedArray) => pixels.map((value, at) => value + (at % 7 === 0 ? 1 : 0));

test('a photo becomes a WebP and a small JPG, and every canvas and bitmap is freed', async () => {
  const { browser, shrink } = browserWith();
  const seen: unknown[] = [];
  const shrunk = (await shrink(photo, {}, { onSmall: (small: unknown) => seen.push(small) })) as ShrunkPhoto;
  expect(shrunk).toMatchObject({ width: 640, height: 400, type: 'image/webp', editable: true });
  expect(seen).toEqual([{ small: shrunk.small, width: 640, height: 400, thumbhash: shrunk.thumbhash }]);
  expect(Buffer.from(shrunk.thumbhash, 'base64').length).toBeGreaterThan(10);
  expect(browser.held.size).toBe(0);
});

test('[R-68] the canvas is tried once, with the first photo', async () => {
  const { browser, shrink } = browserWith();
  const tries = () => browser.sizes.filter(({ width, height }) => width === 64 && height === 64).length;
  await shrink(photo);
  expect(tries()).toBe(2);
  await shrink(photo);
  expect(tries()).toBe(2);
});

test('a browser that does not decode to a smaller size gives the same picture', async () => {
  const large = new Uint8Array(await detailedPhoto({ width: 4200, height: 100 }));
  const { browser, shrink } = browserWith({ resizes: false });
  expect(await shrink(large)).toMatchObject({ width: 2048, height: 49 });
  expect(browser.sizes).toContainEqual({ width: 4096, height: 98 });
  expect(browser.held.size).toBe(0);
});

test('[R-57] a canvas that draws nothing, as iPhones have when memory ends, is a failure and never a photo', async () => {
  const { browser, shrink } = browserWith({ drawsUpTo: 200_000 });
  const seen: unknown[] = [];
  expect(await shrink(photo, {}, { onSmall: (small: unknown) => seen.push(small) })).toBe('IMAGE_NOT_DRAWN');
  expect(seen).toEqual([]);
  expect(browser.held.size).toBe(0);
});

test('[R-57] a photo of one colour is a photo', async () => {
  expect(await browserWith({ colour: () => [20, 160, 140] }).shrink(photo)).toMatchObject({ width: 640, editable: true });
  expect(await browserWith({ colour: () => [0, 0, 0], reads: littleNoise }).shrink(photo)).toMatchObject({ editable: true });
  // The same, and nothing was drawn: white instead.
  expect(await browserWith({ colour: () => [20, 160, 140], drawsUpTo: 200_000 }).shrink(photo)).toBe('IMAGE_NOT_DRAWN');
});

test('a browser that cannot write WebP writes JPG', async () => {
  const written = (blob: Blob): Blob => (blob.type === 'image/webp' ? new Blob([blob], { type: 'image/png' }) : blob);
  expect(await browserWith({ written }).shrink(photo)).toMatchObject({ type: 'image/jpeg', editable: true });
});

test('a little noise in what is read is no reason to send a file as it is', async () => {
  expect(await browserWith({ reads: littleNoise }).shrink(photo)).toMatchObject({ type: 'image/webp', editable: true });
});

const failures: readonly (readonly [string, Partial<Browser>])[] = [
  ['gives back noise', { reads: noise }],
  ['gives back white', { reads: (pixels: Uint8ClampedArray) => pixels.fill(255) }],
  ['writes nothing', { written: () => null }],
  ['writes an empty file', { written: () => new Blob([], { type: 'image/webp' }) }],
  ['draws no pictures', { drawsUpTo: -1 }],
];
test.each(failures)('where a canvas %s, the file goes as it is, without its metadata', async (_, failure) => {
  for (const { type, bytes } of await canaryPhotos()) {
    const { browser, shrink } = browserWith(failure);
    const shrunk = (await shrink(new Uint8Array(bytes))) as ShrunkPhoto;
    expect(shrunk).toMatchObject({ type, width: 96, height: 128, thumbhash: '', editable: false });
    for (const sent of [shrunk.large, shrunk.small]) expect(Buffer.from(sent).toString('latin1')).not.toContain(CANARY);
    expect((await sharp(Buffer.from(shrunk.large)).metadata()).orientation).toBe(6);
    expect(browser.held.size).toBe(0);
  }
});

test('a file that may not go as it is, is refused, and so is one that should be turned or cut', async () => {
  const { shrink } = browserWith({ reads: noise });
  const large = sharp({ create: { width: 7000, height: 6000, channels: 3, background: 'red' } });
  expect(await shrink(new Uint8Array(await large.jpeg().toBuffer()))).toBe('IMAGE_CANVAS');
  const long = sharp({
    create: { width: 2200, height: 2200, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
  expect(await shrink(new Uint8Array(await long.png({ compressionLevel: 0 }).toBuffer()))).toBe('IMAGE_CANVAS');
  expect(await shrink(new Uint8Array(await sharp(photo).gif().toBuffer()))).toBe('IMAGE_CANVAS');
  expect(await shrink(photo, { turns: 1 })).toBe('IMAGE_CANVAS_EDIT');
  expect(await shrink(photo, { area: { x: 0, y: 0, width: 0.5, height: 0.5 } })).toBe('IMAGE_CANVAS_EDIT');
  expect(await shrink(photo, { turns: 4 })).toMatchObject({ editable: false });
  expect(await shrink(photo.slice(0, 300))).toBe('IMAGE_DAMAGED');
});

test('a file as it is gets the size that the server makes of it', async () => {
  const { shrink } = browserWith({ reads: noise });
  const wide = new Uint8Array(await detailedPhoto({ width: 5000, height: 2500 }));
  expect(await shrink(wide)).toMatchObject({ width: 2048, height: 1024 });
  expect(await shrink(wide, { fullSize: true })).toMatchObject({ width: 4096, height: 2048, full: { width: 4096, height: 2048 } });
  // 10 instead of 10.24 pixels: the server would refuse these proportions.
  expect(await shrink(new Uint8Array(await detailedPhoto({ width: 10_000, height: 50 })))).toBe('IMAGE_CANVAS');
});

test('a photo that is not wanted any more ends with the reason, and holds nothing', async () => {
  const { browser, shrink } = browserWith();
  const leaving = new AbortController();
  const { signal } = leaving;
  await expect(shrink(photo, {}, { signal, onSmall: () => leaving.abort(new Error('removed')) })).rejects.toThrow('removed');
  expect(browser.held.size).toBe(0);
});
