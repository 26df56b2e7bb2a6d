/** A page that makes chosen photos small, in Chromium. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { photoSchema } from '../../../schemas/images/photo.ts';
import type { ShrinkOptions, ShrunkPhoto } from '../../../workers/device/photos/shrunk-photo.ts';
import { expectNoViolations, prepareContext } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { type ShrunkInPage, servePhotoSite, shrinkInPage } from '../../support/photo-site.ts';
import { setUp } from '../../support/set-up-time.ts';

/** A shrunk photo with its bytes as Node has them. */
export interface Shrunk extends Omit<ShrunkInPage, keyof ShrunkPhoto>, Omit<ShrunkPhoto, 'large' | 'small'> {
  readonly large: Buffer;
  readonly small: Buffer;
}

export const test = browserTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await setUp('server', servePhotoSite);
    onCleanup(site.close);
    return site;
  })
  /** Opens the page, after `prepare` has run in it. The test fails if it violates the policy. */
  .extend('openPage', ({ chromium, site }, { onCleanup }) => {
    const complaints: string[] = [];
    const opened: { close(): Promise<void> }[] = [];
    onCleanup(async () => {
      await Promise.all(opened.map((context) => context.close()));
      expectNoViolations(complaints);
    });
    return async (prepare?: () => void): Promise<Page> => {
      const context = await chromium.newContext({ baseURL: site.url });
      opened.push(context);
      prepareContext(context, complaints);
      const page = await context.newPage();
      if (prepare) await page.addInitScript(prepare);
      await page.goto('/');
      await page.waitForFunction(() => 'photos' in globalThis);
      return page;
    };
  })
  /** Shrinks a file on a page. Resolves to the code of a refusal. */
  .extend('shrink', ({ site: { files } }) => async (page: Page, file: Buffer, options: ShrinkOptions = {}): Promise<Shrunk | string> => {
    files.set('chosen', new Uint8Array(file));
    // The function comes as text: what it needs is all in it.
    const result = await page.evaluate(`(${shrinkInPage})('chosen', ${JSON.stringify(options)})`);
    if (typeof result === 'string') return result;
    const { large, small, ...rest } = result as ShrunkInPage;
    return { ...rest, large: Buffer.from(large, 'base64'), small: Buffer.from(small, 'base64') };
  })
  /** The ways in which a photo is made small, and the number of workers of the page afterwards. */
  .extend('pages', async ({ openPage }) => {
    const withoutCanvas = () => void Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    const withoutWorker = () => void Reflect.deleteProperty(globalThis, 'Worker');
    return [
      { name: 'worker', page: await openPage(), workers: 1 },
      { name: 'page without workers', page: await openPage(withoutWorker), workers: 0 },
      { name: 'page without a canvas for workers', page: await openPage(withoutCanvas), workers: 0 },
    ] as const;
  });

/** The photo, and its size and kind as sharp reads them. @throws if it was refused */
export async function looked(shrunk: Shrunk | string) {
  if (typeof shrunk === 'string') throw new Error(`refused with ${shrunk}`);
  const { id, alt } = { id: '0190a0b0-8000-7000-8000-000000000002', alt: '' };
  // What the row says of it is accepted.
  const { width, height, thumbhash } = photoSchema.parse({ ...shrunk, id, alt });
  const [large, small] = await Promise.all([sharp(shrunk.large).metadata(), sharp(shrunk.small).metadata()]);
  expect({ width: large.width, height: large.height, type: large.mediaType }).toEqual({ width, height, type: shrunk.type });
  expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(4);
  expect(Buffer.from(thumbhash, 'base64').length).toBeLessThanOrEqual(25);
  return { ...shrunk, smallSize: { width: small.width, height: small.height } };
}
