/** A chosen photo is made small in other engines, each with its own canvas, decoders and encoders. */
import sharp from 'sharp';
import { describe, expect, test as plainTest } from 'vitest';
import { CANARY, canaryPhotos, detailedPhoto, lyingPhoto, quartersOf, UPRIGHT } from '../support/chosen-photos.ts';
import { type ShrunkInPage, servePhotoSite, shrinkInPage } from '../support/photo-site.ts';
import { firefox, hidingFirefox, privateFirefox } from './firefox.ts';
import { type Engine, type EngineBrowser, tabOf } from './tab.ts';
import { webkit } from './webkit.ts';

const test = plainTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await servePhotoSite();
    onCleanup(site.close);
    return site;
  })
  /** Opens the page in this engine. Returns a function that shrinks a file there. */
  .extend('start', ({ site }, { onCleanup }) => {
    const opened: EngineBrowser[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((one) => one.close()))));
    return async ({ name, open }: Engine) => {
      const browser = await open();
      opened.push(browser);
      console.log(`${name} ${browser.version}`);
      const tab = tabOf(await browser.newTab(), site.url);
      await tab.goto('/');
      await tab.until(() => 'photos' in globalThis);
      return async (file: Buffer, options: Parameters<typeof shrinkInPage>[1] = {}): Promise<ShrunkInPage> => {
        site.files.set('chosen', new Uint8Array(file));
        const shrunk = await tab.run(shrinkInPage, 'chosen', options);
        if (typeof shrunk === 'string') throw new Error(shrunk);
        return shrunk;
      };
    };
  });

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

for (const engine of [firefox, privateFirefox, webkit])
  describe.skipIf(!engine.isInstalled)(engine.name, () => {
    test('a photo comes out upright and without its metadata, whichever way it lies in its file', async ({ start }) => {
      const shrink = await start(engine);
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        for (const orientation of format === 'jpeg' ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 6]) {
          const shrunk = await shrink(await lyingPhoto({ width: 2600, height: 1300 }, orientation, format));
          expect(shrunk, `${format} ${orientation}`).toMatchObject({ width: 2048, height: 1024, editable: true });
          const { width, height, mediaType } = await sharp(bytesOf(shrunk.large)).metadata();
          expect({ width, height, mediaType }).toEqual({ width: 2048, height: 1024, mediaType: shrunk.type });
          expect(await quartersOf(bytesOf(shrunk.large)), `${format} ${orientation}`).toBe(UPRIGHT);
          expect(await quartersOf(bytesOf(shrunk.small)), `${format} ${orientation}`).toBe(UPRIGHT);
        }
      }
      for (const { type, bytes } of await canaryPhotos()) {
        const shrunk = await shrink(bytes);
        expect(await quartersOf(bytesOf(shrunk.large)), type).toBe(UPRIGHT);
        for (const sent of [shrunk.large, shrunk.small]) expect(bytesOf(sent).toString('latin1'), type).not.toContain(CANARY);
      }
    });

    test('48 megapixels, turned and cut', async ({ start }) => {
      const shrink = await start(engine);
      const shrunk = await shrink(await lyingPhoto({ width: 8064, height: 6048 }, 6));
      console.log(
        `48 megapixels: shown after ${Math.round(shrunk.shownAfter ?? 0)} ms, ${shrunk.type} after ${Math.round(shrunk.endedAfter)} ms`,
      );
      expect(shrunk).toMatchObject({ width: 2048, height: 1536 });
      expect(await quartersOf(bytesOf(shrunk.large))).toBe(UPRIGHT);
      const turned = await shrink(await lyingPhoto({ width: 4000, height: 3000 }, 8), {
        turns: 1,
        area: { x: 0, y: 0.5, width: 1, height: 0.5 },
      });
      expect(turned).toMatchObject({ width: 768, height: 2048 });
      expect(await quartersOf(bytesOf(turned.large))).toBe('blue blue yellow yellow');
    });

    test('what it cannot decode is a refusal', async ({ start }) => {
      const shrink = await start(engine);
      const photo = await detailedPhoto({ width: 300, height: 200 });
      await expect(shrink(photo.subarray(0, 300))).rejects.toThrow('IMAGE_DAMAGED');
      await expect(shrink(Buffer.from('%PDF-1.7'))).rejects.toThrow('IMAGE_TYPE');
      expect(await shrink(photo)).toMatchObject({ width: 300, height: 200 });
    });
  });

describe.skipIf(!hidingFirefox.isInstalled)(hidingFirefox.name, () => {
  test('a canvas gives back noise, so a photo goes as it is, without its metadata, and cannot be turned', async ({ start }) => {
    const shrink = await start(hidingFirefox);
    for (const { type, bytes } of await canaryPhotos()) {
      const shrunk = await shrink(bytes);
      expect(shrunk).toMatchObject({ type, width: 96, height: 128, editable: false, thumbhash: '' });
      const large = bytesOf(shrunk.large);
      expect(large.toString('latin1')).not.toContain(CANARY);
      expect(await quartersOf(await sharp(large).autoOrient().png().toBuffer())).toBe(UPRIGHT);
    }
    await expect(shrink(await detailedPhoto({ width: 300, height: 200 }), { turns: 1 })).rejects.toThrow('IMAGE_CANVAS_EDIT');
    await expect(shrink(await detailedPhoto({ width: 8064, height: 6048 }))).rejects.toThrow('IMAGE_CANVAS');
  });
});
