/** How long it takes until a chosen photo can be shown, in the whole browser. */
import { expect } from 'vitest';
import { detailedPhoto } from '../../support/chosen-photos.ts';
import { test } from './shrink-stage.ts';

const TRIES = 6;

test('a photo of 12 megapixels shows in less than three times the time that it takes to decode it', async ({ openPage, site, shrink }) => {
  const photo = await detailedPhoto({ width: 4032, height: 3024 });
  site.files.set('photo', new Uint8Array(photo));
  const page = await openPage();
  const shown: number[] = [];
  const ended: number[] = [];
  const decoded: number[] = [];
  for (let nth = 0; nth < TRIES; nth += 1) {
    const shrunk = await shrink(page, photo);
    if (typeof shrunk === 'string') throw new Error(shrunk);
    shown.push(shrunk.shownAfter ?? Number.NaN);
    ended.push(shrunk.endedAfter);
    decoded.push(
      await page.evaluate(async () => {
        const file = await (await fetch('/files/photo')).blob();
        const begun = performance.now();
        (await createImageBitmap(file)).close();
        return performance.now() - begun;
      }),
    );
  }
  const [first, best, last, floor] = [shown[0] ?? Number.NaN, Math.min(...shown.slice(1)), Math.min(...ended), Math.min(...decoded)].map(
    Math.round,
  );
  console.log(`12 megapixels: shown after ${best} ms, the first time ${first} ms; written after ${last} ms; decoded in ${floor} ms`);
  expect(Math.min(...shown.slice(1))).toBeLessThan(Math.min(...decoded) * 3);
});
