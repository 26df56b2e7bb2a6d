/** Photos of all kinds and shapes are made small in Chromium, turned and cut. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { lyingPhoto, quartersOf, UPRIGHT } from '../../support/chosen-photos.ts';
import { looked, test } from './shrink-stage.ts';

test('a larger photo gets 2,048 pixels, or 4,096 in full size, upright in every kind of file', async ({ openPage, shrink }) => {
  const page = await openPage();
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    for (const orientation of [1, 6, 7]) {
      const file = await lyingPhoto({ width: 4500, height: 3000 }, orientation, format);
      const photo = await looked(await shrink(page, file));
      expect(photo).toMatchObject({ width: 2048, height: 1365, smallSize: { width: 640, height: 427 } });
      expect(await quartersOf(photo.large), `${format} ${orientation}`).toBe(UPRIGHT);
    }
  }
  const full = await looked(await shrink(page, await lyingPhoto({ width: 4500, height: 3000 }, 8), { fullSize: true }));
  expect(full).toMatchObject({ width: 4096, height: 2731 });
  expect(await quartersOf(full.large)).toBe(UPRIGHT);
});

test('high and wide photos come out upright in a page without a worker too, whichever way they lie', async ({ pages, shrink }) => {
  for (const { name, page } of pages) {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      for (const size of [
        { width: 1000, height: 600 },
        { width: 600, height: 1000 },
      ]) {
        const photo = await looked(await shrink(page, await lyingPhoto(size, orientation)));
        expect(photo, name).toMatchObject(size);
        expect(await quartersOf(photo.large), `${name}, ${orientation}`).toBe(UPRIGHT);
      }
    }
  }
});

test('a photo is turned and cut as its author chose', async ({ openPage, shrink }) => {
  const page = await openPage();
  const size = { width: 3000, height: 2000 };
  for (const orientation of [1, 4, 5, 8]) {
    const file = await lyingPhoto(size, orientation);
    const turned = await looked(await shrink(page, file, { turns: 1 }));
    expect(turned).toMatchObject({ width: 1365, height: 2048 });
    expect(await quartersOf(turned.large), `${orientation}`).toBe('blue red yellow green');
    const back = await looked(await shrink(page, file, { turns: 2 }));
    expect(await quartersOf(back.large), `${orientation}`).toBe('yellow blue green red');
    // The right half, in its own pixels.
    const cut = await looked(await shrink(page, file, { area: { x: 0.5, y: 0, width: 0.5, height: 1 } }));
    expect(cut).toMatchObject({ width: 1500, height: 2000, full: { width: 1500, height: 2000 } });
    expect(await quartersOf(cut.large), `${orientation}`).toBe('green green yellow yellow');
    // The lower half, and then turned.
    const both = await looked(await shrink(page, file, { turns: 3, area: { x: 0, y: 0.5, width: 1, height: 0.5 } }));
    expect(both).toMatchObject({ width: 683, height: 2048, full: { width: 1000, height: 3000 } });
    expect(await quartersOf(both.large), `${orientation}`).toBe('yellow yellow blue blue');
  }
});

test('files of all kinds and shapes', async ({ openPage, shrink }) => {
  const page = await openPage();
  const clear = sharp({ create: { width: 900, height: 700, channels: 4, background: '#0000' } }).png();
  const onWhite = await looked(await shrink(page, await clear.toBuffer()));
  expect(onWhite).toMatchObject({ width: 900, height: 700 });
  expect([...(await sharp(onWhite.large).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);

  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  for (const file of [await dot.png().toBuffer(), await dot.jpeg().toBuffer(), await dot.webp().toBuffer(), await dot.gif().toBuffer()]) {
    expect(await looked(await shrink(page, file))).toMatchObject({ width: 1, height: 1, smallSize: { width: 1, height: 1 } });
  }

  const panorama = await looked(await shrink(page, await lyingPhoto({ width: 20_000, height: 500 }, 1)));
  expect(panorama).toMatchObject({ width: 2048, height: 51, smallSize: { width: 640, height: 16 } });
  expect(await quartersOf(panorama.large)).toBe(UPRIGHT);
  expect(await looked(await shrink(page, await lyingPhoto({ width: 300, height: 12_000 }, 6, 'png')))).toMatchObject({
    width: 51,
    height: 2048,
  });

  const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 250), Buffer.alloc(64 * 64 * 3, 5)]);
  const moving = sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } });
  for (const file of [await moving.webp({ loop: 0, delay: [50, 50] }).toBuffer(), await moving.gif().toBuffer()]) {
    const still = await looked(await shrink(page, file));
    expect(still).toMatchObject({ width: 64, height: 64 });
    expect((await sharp(still.large).raw().toBuffer())[0]).toBeGreaterThan(240);
  }
  expect(await looked(await shrink(page, await dot.resize(400, 300).avif().toBuffer()))).toMatchObject({ width: 400, height: 300 });
});

test('colours of a wide profile come out as what they look like', async ({ openPage, shrink }) => {
  const page = await openPage();
  // The same red, as sRGB and as the numbers of Display P3.
  const red = sharp({ create: { width: 2600, height: 1300, channels: 3, background: '#c83c3c' } });
  const wide = await red.clone().withIccProfile('p3').jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  const photo = await looked(await shrink(page, wide));
  const [r = 0, g = 0, b = 0] = await sharp(photo.large).toColourspace('srgb').raw().toBuffer();
  expect(
    [r, g, b].map((value, at) => Math.abs(value - ([200, 60, 60][at] ?? 0))).every((off) => off < 8),
    `${[r, g, b]}`,
  ).toBe(true);
});
