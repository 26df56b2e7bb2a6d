/** How much memory large photos take, one after the other: in the process of the page and its worker, by what Linux counts. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import { browserFlags } from '../../../scripts/find-browser.ts';
import { browserPath } from '../../support/browser.ts';
import { detailedPhoto } from '../../support/chosen-photos.ts';
import { test as stageTest } from './shrink-stage.ts';

/** As large phones make them. */
const SIZE = { width: 8064, height: 6048 };
/** One decoded photo. */
const DECODED_MB = (SIZE.width * SIZE.height * 4) / 1e6;

const test = stageTest
  /** A browser of its own, so that no other page is in its processes. */
  .extend('browser', async ({ site }, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath: await browserPath(), args: [...browserFlags] });
    onCleanup(() => browser.close());
    const page = await browser.newPage({ baseURL: site.url });
    await page.goto('/');
    await page.waitForFunction(() => 'photos' in globalThis);
    const session = await browser.newBrowserCDPSession();
    /** The megabytes of each process of a page. */
    const read = async (field: 'VmRSS' | 'VmHWM') => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const renderers = processInfo.filter(({ type }) => type === 'renderer');
      return new Map(
        await Promise.all(
          renderers.map(async ({ id }) => {
            const status = await readFile(`/proc/${id}/status`, 'utf8');
            return [id, Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000] as const;
          }),
        ),
      );
    };
    return {
      page,
      /** Starts a measurement. Returns a function that resolves to the most megabytes that a process has taken since then, beyond what it had. */
      measure: async () => {
        const before = await read('VmRSS');
        // Linux then counts the peak anew.
        for (const id of before.keys()) await writeFile(`/proc/${id}/clear_refs`, '5');
        return async () => Math.max(...[...(await read('VmHWM'))].map(([id, peak]) => peak - (before.get(id) ?? 0)));
      },
    };
  });

/** What Chromium may take beyond the file: of a JPG it decodes no more than is needed. A WebP is decoded whole and then gets smaller. */
const most = { jpeg: DECODED_MB + 60, webp: DECODED_MB * 2 } as const;

for (const format of ['jpeg', 'webp'] as const)
  test.skipIf(!existsSync('/proc/self/clear_refs'))(
    `[R-58] six photos of 48 megapixels, one after the other, take no more memory than one, as ${format}`,
    async ({ site, browser: { page, measure } }) => {
      site.files.set('photo', new Uint8Array(await detailedPhoto(SIZE, format)));
      // The file is in memory before the measurement begins, as that of a chosen photo is.
      await page.evaluate(async () => {
        const bytes = await (await fetch('/files/photo')).arrayBuffer();
        Object.assign(globalThis, { bytes });
      });
      const peak = await measure();
      const results = await page.evaluate(async () => {
        const { bytes } = globalThis as unknown as { readonly bytes: ArrayBuffer };
        const sizes: string[] = [];
        for (let nth = 0; nth < 6; nth += 1) {
          const shrunk = await globalThis.photos.shrinkPhoto(bytes);
          sizes.push(typeof shrunk === 'string' ? shrunk : `${shrunk.width} x ${shrunk.height}`);
        }
        return sizes;
      });
      expect(results).toEqual(Array.from({ length: 6 }, () => '2048 x 1536'));
      const megabytes = Math.round(await peak());
      console.log(`six photos of 48 megapixels as ${format}: ${megabytes} MB at most, one decoded is ${Math.round(DECODED_MB)} MB`);
      expect(megabytes).toBeLessThan(most[format]);
    },
  );
